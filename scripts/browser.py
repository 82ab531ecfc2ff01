"""Headless Chromium for scripts/test_page."""

import base64
import json
import pathlib
import shutil

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

CSS = By.CSS_SELECTOR


def installed():
    return bool(shutil.which("chromium") and shutil.which("chromedriver"))


class Browser:
    """One window. `scripts=False` is a browser with JavaScript switched off."""

    def __init__(self, scripts=True):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                         "--disable-dev-shm-usage", "--allow-file-access-from-files"):
            options.add_argument(argument)
        if not scripts:
            options.add_experimental_option(
                "prefs", {"profile.managed_default_content_settings.javascript": 2})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        service = webdriver.ChromeService(shutil.which("chromedriver"))
        self.driver = webdriver.Chrome(options=options, service=service)
        self.size(1280, 900)

    def close(self):
        self.driver.quit()

    def command(self, name, **parameters):
        """What a command of the DevTools protocol gives."""
        return self.driver.execute_cdp_cmd(name, parameters)

    def size(self, width, height):
        """The size of the page itself, as on a telephone of that width."""
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                     mobile=width < 700)

    def scheme(self, name):
        """What the system prefers: light or dark."""
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": name}]})

    def open(self, file, fragment=""):
        self.driver.get("about:blank")
        self.driver.get(pathlib.Path(file).absolute().as_uri() + fragment)

    def go(self, fragment):
        """Follows a link within the page."""
        self.run("location.hash = arguments[0]", fragment.removeprefix("#"))
        self.run("return document.body.offsetHeight")

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def all(self, selector):
        return self.driver.find_elements(CSS, selector)

    def one(self, selector):
        return WebDriverWait(self.driver, 20).until(
            lambda driver: driver.find_element(CSS, selector))

    def texts(self, selector):
        return self.run("return [...document.querySelectorAll(arguments[0])]"
                        ".map((one) => one.textContent)", selector)

    def wait(self, condition):
        WebDriverWait(self.driver, 20).until(lambda driver: condition())

    def complaints(self):
        """What the page wrote to the console, except notes."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] not in ("DEBUG", "INFO")]

    def requests(self):
        """The addresses that were asked for since the last call."""
        found = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                found.append(message["params"]["request"]["url"])
        return found

    def picture(self, file):
        """The whole page as a PNG."""
        size = self.driver.execute_cdp_cmd("Page.getLayoutMetrics", {})["cssContentSize"]
        shot = self.driver.execute_cdp_cmd("Page.captureScreenshot", {
            "captureBeyondViewport": True,
            "clip": {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 4000),
                     "scale": 1}})
        pathlib.Path(file).write_bytes(base64.b64decode(shot["data"]))
