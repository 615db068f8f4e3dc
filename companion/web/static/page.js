// Live pages: a new version is shown as it comes, and forms are sent without leaving the page.
// Everything works without this file too, by loading whole pages.
"use strict";

const QUIET = 8000; // Milliseconds without a word from the server after which the connection counts as lost.
const AGAIN = 700; // Milliseconds after which a server that is away, or had too much to do, is asked again.
const PATIENCE = 1500; // Milliseconds for which an answer is awaited.
let source = null;
let blanked = null;
let next = 0;
let heard = 0;
let version = document.body.dataset.version;
let loading = false;
let again = false;

const guarded = window.guard ? window.guard.change : (act) => act();
const page = () => document.getElementById("page");
// What stands after ~ counts what was said of a card that is being told: what is typed is of the same question.
const question = () => page().querySelector("main")?.dataset.moment?.split("~")[0];

// While the server is away it is asked again all the time, and nothing that only one player may see stays on the page:
// whoever takes the phone could read it. What was typed there comes back with the page.
function away(is) {
  document.getElementById("away").hidden = !is;
  if (!is) return;
  source?.close();
  source = null;
  blanked = blanked ?? kept();
  for (const one of page().querySelectorAll("[data-private]")) one.textContent = "";
  soon();
}

function soon() {
  clearTimeout(next);
  next = setTimeout(load, AGAIN);
}

// What a form is about: several of a page can go to one address.
function about(form) {
  const said = [...form.querySelectorAll("input[type=hidden]")].filter((one) => one.name !== "moment" && one.name !== "once");
  return form.action + said.map((one) => `&${one.name}=${one.value}`).join("");
}

let sending = ""; // What is typed in a form counts as said once it is sent.

function changed(one) {
  if (one.tagName === "SELECT") return [...one.options].some((option) => option.selected !== option.defaultSelected);
  if (one.type === "checkbox" || one.type === "radio") return one.checked !== one.defaultChecked;
  return one.value !== one.defaultValue;
}

// What is open or typed, keyed by what stays the same during a question. What nobody has typed may be new on the page.
function kept() {
  const open = new Map();
  for (const one of page().querySelectorAll("details[data-key]")) open.set(one.dataset.key, one.open);
  const typed = [];
  for (const form of page().querySelectorAll("form.fields")) {
    const key = about(form);
    if (key === sending) continue;
    for (const one of form.querySelectorAll("input:not([type=hidden]), select")) {
      if (changed(one)) typed.push([key, one.name, one.type === "radio" ? one.value : null, one.value, one.checked, one.dataset.was ?? one.defaultValue]);
    }
  }
  const at = document.activeElement;
  const focus = at && page().contains(at) && at.name ? [at.form && about(at.form), at.name, at.value] : null;
  return { question: question(), open, typed, focus };
}

// Somebody else has said something else of what is typed here: it stands below, and what is typed stays.
function meanwhile(one) {
  const said = document.createElement("small");
  said.textContent = one.dataset.meanwhile.replace("…", one.defaultValue);
  one.insertAdjacentElement("afterend", said);
}

function restore(before) {
  const same = before.question === question();
  for (const one of page().querySelectorAll("details[data-key]")) {
    const lasting = !/^i\d/.test(one.dataset.key);
    if ((same || lasting) && before.open.has(one.dataset.key)) one.open = before.open.get(one.dataset.key);
  }
  if (!same) return;
  for (const form of page().querySelectorAll("form.fields")) {
    const key = about(form);
    for (const [where, name, which, value, checked, was] of before.typed) {
      if (where !== key) continue;
      for (const one of form.querySelectorAll("input:not([type=hidden]), select")) {
        if (one.name !== name || (which !== null && one.value !== which)) continue;
        if (one.type === "checkbox" || one.type === "radio") one.checked = checked; else one.value = value;
        one.dataset.was = was;
        if (one.dataset.meanwhile && one.defaultValue !== was && changed(one)) meanwhile(one);
      }
    }
  }
  if (before.focus) {
    const [key, name, value] = before.focus;
    for (const one of page().querySelectorAll("[name]")) {
      if ((one.form && about(one.form)) === key && one.name === name && (one.tagName === "INPUT" || one.value === value)) {
        one.focus({ preventScroll: true });
        break;
      }
    }
  }
}

function show(text) {
  const made = new DOMParser().parseFromString(text, "text/html");
  const fresh = made.getElementById("page");
  if (!fresh) return;
  guarded(() => replace(made, fresh));
}

function replace(made, fresh) {
  const before = blanked ?? kept();
  blanked = null;
  version = made.body.dataset.version;
  const root = made.documentElement;
  document.documentElement.lang = root.lang;
  if (root.dataset.theme) document.documentElement.dataset.theme = root.dataset.theme;
  else delete document.documentElement.dataset.theme;
  document.body.dataset.live = made.body.dataset.live;
  page().textContent = "";
  page().append(...fresh.childNodes);
  restore(before);
  steps();
  listen();
}

async function load() {
  if (loading) { again = true; return; }
  loading = true;
  const control = new AbortController();
  const end = setTimeout(() => control.abort(), blanked ? PATIENCE : 2 * PATIENCE);
  try {
    const answer = await fetch("/", { headers: { accept: "text/html" }, signal: control.signal });
    const text = await answer.text();
    if (answer.ok) { away(false); show(text); } else if (blanked) away(true); else soon();
  } catch { away(true); } finally {
    clearTimeout(end);
    loading = false;
    if (again) { again = false; load(); }
  }
}

function listen() {
  if (!document.body.dataset.live) { source?.close(); source = null; }
  if (!document.body.dataset.live || source) return;
  heard = Date.now();
  source = new EventSource("/events");
  source.onmessage = (event) => {
    heard = Date.now();
    if (event.data !== version) load();
  };
  source.addEventListener("page", (event) => {
    heard = Date.now();
    if (event.lastEventId !== version) show(event.data);
  });
  source.onerror = () => { dropped(heard); };
}

// The stream has ended: the page tells whether the server is still there, and listens again.
function dropped(since) {
  source?.close();
  source = null;
  if (Date.now() - since > AGAIN) load(); else soon();
}

function wake() {
  source?.close();
  source = null;
  if (document.body.dataset.live) load();
}

// Buttons that step an amount up and down.
function steps() {
  for (const input of page().querySelectorAll("input[data-step]")) {
    const amount = document.createElement("span");
    amount.className = "amount";
    input.replaceWith(amount);
    amount.append(input);
    for (const [by, sign, place] of [[-1, "−", "beforebegin"], [1, "+", "afterend"]]) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "step";
      button.textContent = sign;
      button.addEventListener("click", () => {
        const n = (Number(input.value) || 0) + by;
        input.value = Math.max(Number(input.min), Math.min(Number(input.max), n));
      });
      input.insertAdjacentElement(place, button);
    }
  }
}

// Older browsers do not say which button sends a form, or leave it out of the form.
let pressed = null;
document.addEventListener("click", (event) => { pressed = event.target.closest("button"); }, true);

document.addEventListener("submit", async (event) => {
  const form = event.target;
  event.preventDefault();
  const sent = new URLSearchParams(new FormData(form));
  const by = event.submitter ?? (pressed?.form === form ? pressed : form.querySelector("button:not([type=button])"));
  if (by?.name) sent.append(by.name, by.value);
  for (const one of form.querySelectorAll("button")) one.disabled = true;
  sending = about(form);
  try {
    const answer = await fetch(form.action, { method: "POST", body: sent });
    const text = await answer.text();
    if (!answer.ok) sending = "";
    if (text.includes('id="page"')) show(text); else load();
    if (location.pathname !== "/") history.replaceState(null, "", "/");
    away(false);
    if (!answer.ok) page().querySelector(".told")?.scrollIntoView({ block: "center" });
  } catch {
    away(true);
    for (const one of form.querySelectorAll("button")) one.disabled = false;
  } finally {
    sending = "";
  }
});
document.addEventListener("visibilitychange", () => { if (!document.hidden) wake(); });
addEventListener("online", wake);
addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
setInterval(() => { if (source && Date.now() - heard > QUIET) dropped(0); }, 1000);
steps();
listen();
window.live = true;
