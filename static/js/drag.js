// A card dragged out of the fan and let go over the table is played: the same form as with the button.
(() => {
  "use strict";

  const BEGINS_PX = 8;
  let held = null;

  document.addEventListener("pointerdown", (event) => {
    const card = event.target.closest(".fan .legal");
    if (!card || held || event.button !== 0) return;
    held = { card, id: event.pointerId, x: event.clientX, y: event.clientY, moves: false };
    card.setAttribute("hx-morph-skip", "");
  });

  document.addEventListener("pointermove", (event) => {
    if (event.pointerId !== held?.id) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moves && Math.hypot(x, y) < BEGINS_PX) return;
    if (!held.moves) begin(event);
    held.card.style.translate = `${x}px ${y}px`;
  });

  function begin(event) {
    held.moves = true;
    held.card.setPointerCapture(event.pointerId);
    held.card.classList.add("is-held");
    const choice = held.card.querySelector("input");
    choice.checked = true;
    choice.dispatchEvent(new Event("change", { bubbles: true }));
  }

  document.addEventListener("pointerup", (event) => { if (event.pointerId === held?.id) letGo(isOverTable(event)); });
  document.addEventListener("pointercancel", (event) => { if (event.pointerId === held?.id) letGo(false); });

  function isOverTable(event) {
    return held.moves && event.clientY < document.querySelector(".arena").getBoundingClientRect().bottom;
  }

  function letGo(plays) {
    const { card } = held;
    held = null;
    card.removeAttribute("hx-morph-skip");
    card.classList.remove("is-held");
    card.style.translate = "";
    if (plays && card.isConnected) card.querySelector("input").form.requestSubmit();
  }
})();
