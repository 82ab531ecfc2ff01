// etalonTry(request) → a promise of the answer, both JSON text as try.h describes them. The module is
// made by the first call, and again after a call that broke it, such as one that used up the stack.
(() => {
  let made;

  async function etalonTry(request) {
    made ??= etalonModule();
    const module = await made;
    const bytes = module.lengthBytesUTF8(request) + 1;
    const text = module._malloc(bytes);
    try {
      module.stringToUTF8(request, text, bytes);
      return module.UTF8ToString(module._etalon_try(text));
    } catch (problem) {
      made = undefined;
      return JSON.stringify({ error: "this call needs more memory or a deeper stack than a page has" });
    } finally {
      if (made) module._free(text);
    }
  }

  globalThis.etalonTry = etalonTry;
  if (typeof module === "object") module.exports = { etalonTry };
})();
