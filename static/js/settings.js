// What a person sets for this browser, and the link to copy.
(() => {
  "use strict";

  const DEFAULTS = { sound: true, four: false, folded: false };

  const isOn = (name) => {
    const stored = localStorage.getItem(name);
    return stored === null ? DEFAULTS[name] : stored === "on";
  };

  function apply() {
    for (const name of Object.keys(DEFAULTS)) document.documentElement.classList.toggle(name, isOn(name));
    for (const box of document.querySelectorAll("[data-setting]")) box.checked = isOn(box.dataset.setting);
    for (const field of document.querySelectorAll("[data-link]")) field.value = new URL(field.getAttribute("value"), location);
  }

  apply();
  document.addEventListener("table:shown", apply);

  document.addEventListener("change", ({ target }) => {
    if (!target.dataset.setting) return;
    localStorage.setItem(target.dataset.setting, target.checked ? "on" : "off");
    apply();
  });

  document.addEventListener("click", async ({ target }) => {
    const field = document.getElementById(target.dataset.copy ?? "");
    if (!field) return;
    field.select();
    await navigator.clipboard.writeText(field.value);
    target.textContent = target.dataset.done;
  });
})();
