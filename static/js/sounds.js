// Short quiet sounds of paper and wood, made here. What is heard follows from what the table shows now and before.
(() => {
  "use strict";

  const context = () => (context.made ??= new AudioContext());
  const isOn = () => document.documentElement.classList.contains("sound");

  // Paper: a breath of filtered noise. Wood: a tone that dies away at once.
  function paper(at, seconds, hertz, loud) {
    const audio = context();
    const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
    const source = new AudioBufferSourceNode(audio, { buffer: noise });
    const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: hertz, Q: 0.8 });
    source.connect(filter).connect(new GainNode(audio, { gain: loud })).connect(audio.destination);
    source.start(audio.currentTime + at);
  }

  function wood(at, hertz, loud) {
    const audio = context();
    const begins = audio.currentTime + at;
    const tone = new OscillatorNode(audio, { type: "triangle", frequency: hertz });
    const gain = new GainNode(audio, { gain: 0 });
    gain.gain.setValueAtTime(loud, begins);
    gain.gain.exponentialRampToValueAtTime(0.0001, begins + 0.22);
    tone.connect(gain).connect(audio.destination);
    tone.start(begins);
    tone.stop(begins + 0.25);
  }

  const SOUNDS = {
    deal: () => [0, 0.04, 0.08, 0.12].forEach((at) => paper(at, 0.05, 2600, 0.12)),
    lay: () => paper(0, 0.09, 1500, 0.22),
    take: () => { paper(0, 0.16, 900, 0.2); paper(0.07, 0.12, 1300, 0.12); },
    turn: () => { wood(0, 523, 0.1); wood(0.11, 659, 0.1); },
    made: () => { wood(0, 587, 0.08); wood(0.1, 784, 0.08); },
    missed: () => { wood(0, 330, 0.08); wood(0.12, 277, 0.08); },
  };

  function look() {
    const root = document.getElementById("table");
    return {
      hand: root.dataset.hand,
      isYours: "yourTurn" in root.dataset,
      laid: root.querySelectorAll(".trick .card").length,
      taken: root.querySelector(".trick.is-taken")?.id,
      outcome: root.querySelector(".tally .me")?.className.split(" ")[0],
    };
  }

  function heard(before, now) {
    if (now.outcome && !before.outcome) return now.outcome;
    if (now.isYours && !before.isYours) return "turn";
    if (now.taken && now.taken !== before.taken) return "take";
    if (now.hand && now.hand !== before.hand) return "deal";
    return now.laid && now.laid !== before.laid ? "lay" : null;
  }

  let before = null;

  document.addEventListener("table:shown", () => {
    const now = look();
    const sound = before && heard(before, now);
    before = now;
    if (!sound || !isOn() || !navigator.userActivation?.hasBeenActive) return;
    SOUNDS[sound]();
    if (sound === "turn") navigator.vibrate?.(60);
  });
})();
