// The second of two quick taps must not answer what the first has brought up: for a moment after a page has changed,
// only what was there before, at the same place, takes a tap, and what means the same as the last tap, such as a counter.
"use strict";

window.guard = (() => {
  const DEAD = 400; // Milliseconds.
  const NEAR = 12; // Pixels that count as the same place.
  const TARGETS = "button, summary, a[href], label, input, select, textarea";
  let changed = -DEAD; // When the page has changed, or was loaded.
  let before = new Map(); // Where things were until then, by what they mean.
  let last = ""; // What the last tap meant.
  let pressed = null; // What it was on: older browsers do not say which button sends a form.
  const typed = new WeakSet(); // Forms into which something was typed.
  let clearing = 0;

  const active = () => performance.now() < changed + DEAD;
  const visible = (one) => one.getClientRects().length > 0;
  const moment = () => { const main = document.querySelector("main[data-moment]"); return main ? main.dataset.moment : ""; };

  // A counter means the same however often it has been tapped, anything else only as long as the question is open.
  const meaning = (one) => {
    const form = one.form || one.closest("form");
    const words = one.querySelector(".words");
    const said = one.getAttribute("aria-label") || (words ? words.firstChild : one).textContent;
    const about = [one.tagName, said.trim(), one.name, one.value, one.getAttribute("href")];
    if (one.tagName === "SUMMARY") about.push(one.parentNode.dataset.key, /^i\d/.test(one.parentNode.dataset.key) ? moment() : "");
    if (!form) return JSON.stringify(about);
    about.push(form.getAttribute("action"));
    for (const field of form.querySelectorAll("input[type=hidden]")) {
      const passing = field.name === "once" || (field.name === "moment" && "again" in form.dataset);
      if (!passing) about.push(field.name, field.value);
    }
    return JSON.stringify(about);
  };

  // Without a place (the keyboard), it is enough that it was there. Who has typed into a form has seen it.
  const blocked = (one, at) => {
    const what = meaning(one);
    if (!active() || what === last || (one.form && typed.has(one.form))) return false;
    const places = before.get(what) || [];
    if (!at) return !places.length;
    return !places.some((box) => at.clientX >= box.left - NEAR && at.clientX <= box.right + NEAR
      && at.clientY >= box.top - NEAR && at.clientY <= box.bottom + NEAR);
  };

  // A counter stays under the finger, whatever has come up above it.
  const stay = (seen) => {
    if (!seen.has(last)) return;
    const same = [...document.querySelectorAll("form[data-again] button")].find((one) => visible(one) && meaning(one) === last);
    if (same) scrollBy(0, same.getBoundingClientRect().top - seen.get(last)[0].top);
  };

  const clear = () => { for (const one of document.querySelectorAll(".dead")) one.classList.remove("dead"); };

  // Change the page by ``act``; what is new on it is dimmed while it takes no tap.
  const change = (act) => {
    const seen = new Map();
    for (const one of document.querySelectorAll(TARGETS)) {
      if (!visible(one) || one.classList.contains("dead")) continue;
      const what = meaning(one);
      seen.set(what, [...(seen.get(what) || []), one.getBoundingClientRect()]);
    }
    act();
    stay(seen);
    before = seen;
    changed = performance.now();
    for (const one of document.querySelectorAll("button, summary, .press")) {
      const what = meaning(one);
      if (what !== last && !seen.has(what) && visible(one)) one.classList.add("dead");
    }
    clearTimeout(clearing);
    clearing = setTimeout(clear, DEAD);
  };

  const stop = (event) => { event.preventDefault(); event.stopImmediatePropagation(); };
  document.addEventListener("click", (event) => {
    const one = event.target.closest ? event.target.closest(TARGETS) : null;
    if (!one) return;
    if (event.isTrusted && blocked(one, event.detail ? event : null)) { stop(event); return; }
    [last, pressed] = [meaning(one), one];
    const part = one.getAttribute("href") || "";
    if (part.startsWith("#")) { // It opens a part of this page, which comes up under the finger.
      event.preventDefault();
      change(() => { location.hash = part; });
    }
  }, true);
  document.addEventListener("submit", (event) => {
    const own = pressed && pressed.form === event.target ? pressed : event.target.querySelector("button");
    const by = event.submitter || own;
    if (event.isTrusted && by && blocked(by, null)) stop(event);
  }, true);
  document.addEventListener("input", (event) => { if (event.isTrusted && event.target.form) typed.add(event.target.form); }, true);
  addEventListener("pageshow", (event) => { if (event.persisted) { before = new Map(); changed = performance.now(); } });
  changed = performance.now();
  return { change };
})();
