#include "conformance/run/worker.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "conformance/common/system.h"
#include "conformance/run/process_end.h"
#include "conformance/run/process_limits.h"
#include "engine/values/limits.h"
#include "engine/values/mapped.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

namespace etalon {

namespace {

// Messages are a length in 32 bits, then that many bytes.
using Length = uint32_t;

bool send_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(sent));
  }
  return true;
}

bool send_message(int fd, std::string_view payload) {
  const auto length = static_cast<Length>(payload.size());
  std::string message(reinterpret_cast<const char*>(&length), sizeof length);
  message += payload;
  return send_all(fd, message);
}

bool receive_all(int fd, char* bytes, size_t size) {
  while (size > 0) {
    const ssize_t got = ::recv(fd, bytes, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    bytes += got;
    size -= static_cast<size_t>(got);
  }
  return true;
}

// False when the other side has closed.
bool receive_message(int fd, std::string& payload) {
  Length length = 0;
  if (!receive_all(fd, reinterpret_cast<char*>(&length), sizeof length)) return false;
  payload.resize(length);
  return receive_all(fd, payload.data(), length);
}

void close_other_descriptors(int keep) {
  constexpr int first = 3;
  if (keep > first) close_range(first, static_cast<unsigned>(keep) - 1, 0);
  close_range(static_cast<unsigned>(keep) + 1, ~0U, 0);
}

// The main function of the child. It is killed when its parent ends and writes no core file. It
// closes the descriptors of other workers; otherwise their ends would not be noticed. It may use
// the memory that the values' budget allows, and is the first to go when the machine has no more.
[[noreturn]] void work_until_closed(int channel, int errors, const Worker::Answer& answer) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  limit_child(std::min(machine_data(), data_for_budget(Limits().max_memory)), false);
  volunteer_for_the_kill();
  survive_shorter_files();
  dup2(errors, STDERR_FILENO);
  close_other_descriptors(channel);
  std::string payload;
  while (receive_message(channel, payload)) {
    std::vector<uint32_t> indices(payload.size() / sizeof(uint32_t));
    std::memcpy(indices.data(), payload.data(), indices.size() * sizeof(uint32_t));
    for (const uint32_t index : indices) {
      if (!send_message(channel, answer(index))) _exit(0);
    }
  }
#ifdef __SANITIZE_ADDRESS__
  __lsan_do_leak_check();
#endif
  _exit(0);
}

}  // namespace

Worker::Worker(const Answer& answer) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw InternalError("cannot create a channel to a worker: {}", std::strerror(errno));
  }
  FileDescriptor near(ends[0]);
  FileDescriptor other(ends[1]);
  channel_ = above_standard(std::move(near));
  const FileDescriptor far = above_standard(std::move(other));
  errors_ = above_standard(FileDescriptor(memfd_create("etalon-worker-errors", MFD_CLOEXEC)));
  std::fflush(nullptr);
  pid_ = fork();
  if (pid_ < 0) throw InternalError("cannot create a worker process: {}", std::strerror(errno));
  if (pid_ == 0) work_until_closed(far.get(), errors_.get(), answer);
  stops_first_.emplace(pid_);
}

Worker::~Worker() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  wait();
}

void Worker::send(const std::vector<uint32_t>& numbers) {
  if (numbers.empty()) return;
  if (outstanding_.empty()) begun_ = Clock::now();
  outstanding_.insert(outstanding_.end(), numbers.begin(), numbers.end());
  // That the process has ended is noticed when its results are read.
  send_message(channel_.get(),
               {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(uint32_t)});
}

Worker::Arrival Worker::receive() {
  Arrival arrival;
  std::array<char, 1 << 16> chunk;
  const ssize_t got = ::recv(channel_.get(), chunk.data(), chunk.size(), 0);
  if (got < 0 && errno == EINTR) return arrival;
  arrival.alive = got > 0;
  if (got > 0) buffer_.append(chunk.data(), static_cast<size_t>(got));
  size_t at = 0;
  Length length = 0;
  while (buffer_.size() - at >= sizeof length) {
    std::memcpy(&length, buffer_.data() + at, sizeof length);
    if (buffer_.size() - at - sizeof length < length) break;
    const char* payload = buffer_.data() + at + sizeof length;
    arrival.results.emplace_back(payload, length);
    at += sizeof length + length;
    outstanding_.pop_front();
    begun_ = Clock::now();
  }
  buffer_.erase(0, at);
  return arrival;
}

int Worker::wait() {
  stops_first_.reset();
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) continue;
  pid_ = -1;
  return status;
}

void Worker::kill() { ::kill(pid_, SIGKILL); }

std::string Worker::end_report() {
  const int status = wait();
  const std::string words = error_output();
  return exit_text(status) + (words.empty() ? "" : ": " + words);
}

std::optional<std::string> Worker::finish() {
  shutdown(channel_.get(), SHUT_WR);
  const int status = wait();
  if (status == 0) return std::nullopt;
  return exit_text(status) + ": " + error_output();
}

std::string Worker::error_output() const {
  constexpr size_t most = 1 << 16;
  std::string text(most, '\0');
  const ssize_t got = pread(errors_.get(), text.data(), text.size(), 0);
  text.resize(got > 0 ? static_cast<size_t>(got) : 0);
  return key_line(text);
}

}  // namespace etalon
