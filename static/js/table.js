// The table as the server sends it: over the socket, as the answer of a form, or polled when there is no socket.
// Nothing here knows a rule of the game. `table:shown` is fired on the document after every change.
(() => {
  "use strict";

  const POLL_MS = 2500;
  const TRICK_LEAST_MS = Number(document.body.dataset.trickMs);
  const MESSAGE_MS = 6000;

  const byId = (id) => document.getElementById(id);
  const table = () => byId("table");
  const version = (root) => Number(root.dataset.version);

  // ---- the socket: pings are answered at once, a table waits until the finished trick was seen ----

  let isConnected = false;
  document.addEventListener("htmx:ws:after:connection", () => { isConnected = true; });
  document.addEventListener("htmx:ws:close", () => { isConnected = false; });

  document.addEventListener("htmx:ws:before:message:incoming", (event) => {
    const { connection, message, waitUntil } = event.detail;
    if (message.data.startsWith('{"ping"')) {
      connection.socket.send('{"pong": 1}');
      event.preventDefault();
    } else {
      waitUntil(trickSeen());
    }
  });

  let takenTrick = null;
  let takenAt = 0;
  let heldMs = 0;

  async function trickSeen() {
    const rest = takenTrick ? takenAt + TRICK_LEAST_MS - performance.now() : 0;
    if (rest <= 0) return;
    await new Promise((resolve) => setTimeout(resolve, rest));
    heldMs = rest;
  }

  // ---- polling: while there is no socket, and at once when the page is looked at again ----

  async function poll() {
    await trickSeen();
    const { live, version } = table().dataset;
    await htmx.ajax("GET", `${live}?version=${version}`, { source: "#socket", target: "#table", swap: "outerMorph" });
  }

  setInterval(() => { if (!isConnected) poll(); }, POLL_MS);

  async function catchUp() {
    htmx.trigger("#socket", "htmx:abort");
    await poll();
    byId("come-back")?.requestSubmit();
  }

  document.addEventListener("visibilitychange", () => { if (!document.hidden) catchUp(); });
  window.addEventListener("online", catchUp);
  window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

  // ---- what comes in is shown only if it is a table, and not an older one than this ----

  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx, tasks } = event.detail;
    const main = tasks.find((task) => task.type === "main");
    if (ctx.swap === "none" || main?.target !== table()) return;
    const incoming = main.fragment.querySelector("#table");
    if (!incoming) {
      event.preventDefault();
      if (ctx.response?.raw.redirected) location.assign(ctx.response.raw.url);
      else say(document.body.dataset.fault);
    } else if (version(incoming) < version(table())) {
      event.preventDefault();
    } else if (incoming.querySelector("#message").textContent) {
      byId("message").removeAttribute("hx-morph-skip");
    }
  });

  document.addEventListener("htmx:after:swap", shown);
  document.addEventListener("DOMContentLoaded", shown);

  function shown() {
    const root = table();
    document.title = root.dataset.title;
    startClock(root);
    const taken = document.querySelector(".trick.is-taken")?.id ?? null;
    if (taken !== takenTrick) [takenTrick, takenAt] = [taken, performance.now()];
    if (byId("message").textContent) keepMessage();
    keepChoice();
    keepFocus(root);
    document.dispatchEvent(new CustomEvent("table:shown"));
  }

  // ---- messages stay long enough to be read, whatever is pushed meanwhile ----

  let messageTimer;

  function say(text) {
    if (byId("message").textContent !== text) byId("message").textContent = text;
    keepMessage();
  }

  function keepMessage() {
    byId("message").setAttribute("hx-morph-skip", "");
    clearTimeout(messageTimer);
    messageTimer = setTimeout(() => {
      byId("message").textContent = "";
      byId("message").removeAttribute("hx-morph-skip");
    }, MESSAGE_MS);
  }

  document.addEventListener("htmx:error", (event) => {
    if (event.detail.ctx) say(document.body.dataset.offline);
  });

  // ---- the time left ----

  let deadline = null;
  let turnMs = 0;

  function startClock(root) {
    const { dueMs } = root.dataset;
    deadline = dueMs === undefined ? null : performance.now() + Number(dueMs) - heldMs;
    turnMs = Number(root.dataset.turnMs);
    heldMs = 0;
    tick();
  }

  function tick() {
    if (deadline === null) return;
    const left = Math.max(0, deadline - performance.now());
    for (const text of document.querySelectorAll("[data-seconds]")) {
      text.textContent = text.textContent.replace(/\d+/, Math.ceil(left / 1000));
    }
    document.querySelector("[data-ring]")?.setAttribute("stroke-dasharray", `${Math.min(100, (100 * left) / turnMs)} 100`);
  }

  setInterval(tick, 250);

  // ---- the chosen card ----

  function keepChoice() {
    const cards = [...document.querySelectorAll("#act input[name=play]")];
    for (const card of cards) if (card.disabled) card.checked = false;
    if (!cards.some((card) => card.checked)) for (const card of cards) card.checked = card.defaultChecked;
    nameChoice();
  }

  function nameChoice() {
    const button = byId("play");
    const chosen = document.querySelector("#act input[name=play]:checked");
    if (!button || !chosen) return;
    const name = chosen.parentElement.querySelector("svg").getAttribute("aria-label");
    button.textContent = `${button.dataset.verb} ${chosen.dataset.short}`;
    button.setAttribute("aria-label", `${button.dataset.verb} ${name}`);
  }

  document.addEventListener("change", (event) => { if (event.target.name === "play") nameChoice(); });

  // ---- a person at the keyboard finds the focus on the controls when the turn comes ----

  let usesKeys = false;
  let wasYours = false;
  document.addEventListener("keydown", () => { usesKeys = true; }, true);
  document.addEventListener("pointerdown", () => { usesKeys = false; }, true);

  function keepFocus(root) {
    const isYours = "yourTurn" in root.dataset;
    if (isYours && !wasYours && usesKeys && document.activeElement === document.body) {
      document.querySelector("#act input:enabled[name=play], #act button")?.focus();
    }
    wasYours = isYours;
  }
})();
