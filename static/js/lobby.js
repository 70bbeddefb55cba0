// The open tables are pushed over the socket; while it is down, the page asks for them instead.
"use strict";
const POLL_EVERY = 10_000;
const box = document.querySelector("[data-lobby]");
const poller = document.querySelector("[data-poll]");
let connected = false;

function poll() {
  if (!connected && !document.hidden) htmx.trigger(poller, "poll");
}
box.addEventListener("htmx:ws:after:connection", () => { connected = true; });
box.addEventListener("htmx:ws:close", () => { connected = false; });
document.addEventListener("visibilitychange", poll);
setInterval(poll, POLL_EVERY);

// A second tap on the button must not open a second table.
for (const form of document.querySelectorAll("form[data-once]")) {
  form.addEventListener("submit", (event) => {
    if (form.hasAttribute("aria-busy")) event.preventDefault();
    form.setAttribute("aria-busy", "true");
  });
  addEventListener("pageshow", () => form.removeAttribute("aria-busy"));
}
