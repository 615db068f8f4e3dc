// The wall, live: parts are replaced as they change, tiles glide to their places, and a call for help rings.
// Without this file the page is reloaded every few seconds.
"use strict";

const QUIET = 25000; // Milliseconds without a word from the server after which the connection counts as lost.
const AGAIN = 20000; // Milliseconds after which a call that nobody has answered rings again.
const GLIDE = 600;
const built = document.body.dataset.built;
const page = document.getElementById("page");
const cut = (is) => { document.getElementById("cut").hidden = !is; };
let source = null;
let heard = Date.now();

const listen = () => {
  source?.close();
  const about = new URLSearchParams({ view: document.body.dataset.view, language: document.documentElement.lang });
  source = new EventSource(`/events?${about}`);
  const on = (name, act) => source.addEventListener(name, (event) => { heard = Date.now(); cut(false); act(event.data); });
  on("built", (now) => { if (now !== built) location.reload(); });
  on("page", whole);
  on("parts", (text) => {
    guarded(() => { for (const one of made(text)) document.getElementById(one.id)?.replaceWith(one); });
    settled();
  });
  on("here", () => {});
  source.onerror = () => { cut(true); };
};

const guarded = window.guard ? window.guard.change : (act) => act();
const made = (text) => [...new DOMParser().parseFromString(text, "text/html").body.children];

// The page that is shown, and the line that fills until it turns.
const turned = () => [...page.querySelectorAll(".turning li")].findIndex((one) => one.className === "on");
const filling = () => page.querySelector(".turning .on i")?.getAnimations()[0];

// After a change of order or page, what stays glides to its new place.
const whole = (text) => {
  const before = new Map([...page.querySelectorAll(".tile")].map((one) => [one.id, one.getBoundingClientRect()]));
  const filled = filling()?.currentTime, which = turned();
  guarded(() => page.replaceChildren(...made(text)));
  if (filled && which === turned()) filling().currentTime = filled;
  for (const one of page.querySelectorAll(".tile")) {
    const from = before.get(one.id), to = one.getBoundingClientRect();
    if (!from || (from.x === to.x && from.y === to.y)) continue;
    const shift = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
    one.animate([{ transform: shift, zIndex: 1 }, { transform: "none", zIndex: 1 }], { duration: GLIDE, easing: "ease-in-out" });
  }
  settled();
};

// A bell of three tones. Browsers are silent until the page was tapped once.
let sound = null;
const rung = new Map();
const bell = () => {
  for (const [n, tone] of [660, 880, 1320].entries()) {
    const at = sound.currentTime + n * .22, pipe = sound.createOscillator(), loud = sound.createGain();
    pipe.frequency.value = tone;
    loud.gain.setValueAtTime(0, at);
    loud.gain.linearRampToValueAtTime(.3, at + .02);
    loud.gain.exponentialRampToValueAtTime(.001, at + .9);
    pipe.connect(loud).connect(sound.destination);
    pipe.start(at);
    pipe.stop(at + 1);
  }
  document.body.dataset.rung = Number(document.body.dataset.rung ?? 0) + 1;
};

const ring = () => {
  const calls = (document.getElementById("head")?.dataset.calls ?? "").split(" ").filter(Boolean);
  for (const one of [...rung.keys()]) if (!calls.includes(one)) rung.delete(one);
  if (sound?.state !== "running" || !calls.some((one) => Date.now() - (rung.get(one) ?? 0) > AGAIN)) return;
  for (const one of calls) rung.set(one, Date.now());
  bell();
};

const settled = () => {
  const button = document.getElementById("ring"), on = sound?.state === "running";
  if (button) {
    button.classList.toggle("on", on);
    button.querySelector("span").textContent = on ? button.dataset.on : button.dataset.off;
  }
  ring();
};

const wake = async () => {
  sound ??= new AudioContext();
  sound.onstatechange = settled;
  await sound.resume();
  settled();
};

document.addEventListener("click", (event) => {
  if (!event.target.closest("#ring")) return;
  if (sound?.state === "running") { sound.suspend(); delete localStorage.rings; } else { wake(); localStorage.rings = "yes"; }
});
document.addEventListener("submit", async (event) => {
  if (event.target.getAttribute("action") !== "/come") return;
  event.preventDefault();
  for (const one of event.target.querySelectorAll("button")) one.disabled = true;
  try { await fetch("/come", { method: "POST", body: new URLSearchParams(new FormData(event.target)) }); } catch { cut(true); }
});
setInterval(() => {
  ring();
  if (source && Date.now() - heard > QUIET) { heard = Date.now(); cut(true); listen(); }
}, 2000);
if (document.body.dataset.view) {
  listen();
  if (localStorage.rings) wake();
}
settled();
