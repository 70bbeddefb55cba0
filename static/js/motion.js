// A finished trick goes to the one who took it, over whatever is shown next. It holds nothing up.
(() => {
  "use strict";

  const TAKE_MS = 320;
  const reduced = matchMedia("(prefers-reduced-motion: reduce)");

  document.addEventListener("htmx:before:swap", (event) => {
    const trick = document.querySelector(".trick.is-taken");
    const incoming = event.detail.tasks[0]?.fragment;
    if (event.defaultPrevented || reduced.matches || !trick || !incoming?.querySelector?.("#table")) return;
    if (incoming.querySelector(`#${trick.id}`)) return;
    const place = [...trick.querySelector(".leads").classList].find((name) => name.startsWith("from-")).slice(5);
    const seat = document.querySelector(place === "0" ? ".you .disc" : `.seat--${place} .disc`);
    if (seat) send(trick.querySelectorAll(".card"), seat.getBoundingClientRect());
  });

  function send(cards, to) {
    for (const card of cards) {
      const from = card.getBoundingClientRect();
      const ghost = card.cloneNode(true);
      ghost.removeAttribute("data-card");
      ghost.setAttribute("aria-hidden", "true");
      ghost.classList.add("ghost");
      Object.assign(ghost.style, { left: `${from.left}px`, top: `${from.top}px`, width: `${from.width}px` });
      document.body.append(ghost);
      const [x, y] = [to.left + to.width / 2 - from.left - from.width / 2, to.top + to.height / 2 - from.top - from.height / 2];
      ghost
        .animate([{}, { translate: `${x}px ${y}px`, scale: 0.3, opacity: 0 }], { duration: TAKE_MS, easing: "ease-in" })
        .finished.finally(() => ghost.remove());
    }
  }
})();
