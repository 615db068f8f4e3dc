// Drawing, keyboard and drafts on the pages of boxes. Everything works without this file too.
"use strict";

const guarded = window.guard ? window.guard.change : (act) => act();
document.documentElement.classList.add("scripted");

// Another kind of record has other lines, which are loaded at once.
document.addEventListener("change", (event) => {
  const one = event.target;
  if ("show" in one.dataset) one.parentElement.querySelector("button.show").click();
});

// With a keyboard, the focus is on the next line to fill in: what is wrong, what was added, or the first.
const fields = "input:not([type=hidden]), select, textarea";
const form = document.querySelector(".row-form");
if (form && !matchMedia("(pointer: coarse)").matches && /[?](saved|draft)=|[/]new$/.test(location.pathname + location.search)) {
  const added = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  const one = form.querySelector("[aria-invalid]") ?? (added?.matches(fields) ? added : added?.querySelector(fields))
    ?? form.querySelector(fields);
  one?.focus();
}

// The browser asks before it leaves a page with unsaved input.
let typed = false;
document.addEventListener("input", (event) => { if (event.target.closest(".row-form")) typed = true; });
document.addEventListener("submit", () => { typed = false; });
addEventListener("pageshow", () => { gone = false; });
addEventListener("beforeunload", (event) => { if (typed) event.preventDefault(); });

// The browser that admits others is asked on every page.
const SOON = 3000; // Milliseconds until it is looked at again.
const asks = document.querySelector("#asks[data-watch]");
if (asks) {
  setInterval(async () => {
    try {
      const answer = await fetch("/box/asks");
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("asks");
      if (!answer.ok || !fresh || fresh.textContent === asks.textContent) return;
      guarded(() => { asks.textContent = ""; asks.append(...fresh.childNodes); });
    } catch { /* It is tried again. */ }
  }, SOON);
}

// A board is edited with a finger or a mouse: drag what is there, tap a free place to add something.
const FAR = 6; // Pixels that a finger moves before it drags.

let gone = false; // Of two quick taps, the second would be on a drawing that is gone already.

function send(what, sent) {
  if (gone) return;
  gone = true;
  const form = document.getElementById("drawn");
  form.action += what;
  for (const [name, value] of Object.entries(sent)) form.elements[name].value = value;
  form.submit();
}

// ``thing`` selects what can be dragged; ``drag`` shows it elsewhere, ``drop`` and ``put`` send it.
function laid(svg, { thing, drag, drop, put, tap, cancel }) {
  let held = null;
  const place = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  svg.addEventListener("pointerdown", (event) => {
    const one = event.target.closest(thing);
    held = null;
    if (!one || !event.isPrimary) return;
    held = { one, at: place(event), from: [event.clientX, event.clientY], moved: false };
    one.setPointerCapture(event.pointerId);
  });
  svg.addEventListener("pointermove", (event) => {
    if (!held) return;
    if (Math.hypot(event.clientX - held.from[0], event.clientY - held.from[1]) > FAR) held.moved = true;
    if (held.moved) drag(held.one, place(event), held.at);
  });
  svg.addEventListener("pointerup", (event) => { if (held?.moved) drop(held.one, place(event), held.at); });
  svg.addEventListener("pointercancel", () => { if (held?.moved) cancel?.(held.one); held = null; });
  svg.addEventListener("dragstart", (event) => event.preventDefault());
  svg.addEventListener("click", (event) => {
    const one = event.target.closest(thing);
    if (held?.moved) event.preventDefault();
    else if (!one) put(place(event));
    else if (tap?.(one)) event.preventDefault();
    held = null;
  });
}

const within = (value, most) => Math.min(most, Math.max(0, Math.round(value)));
const map = document.querySelector("svg.lay");
const [WIDE, HIGH] = [1000, map?.viewBox.baseVal.height]; // Of the map; the box counts 1000 down as well.

// Stations are ticked on the map, or in the list below it, and sent at once.
function tickStations(map, form) {
  const lit = (id, on) => map.querySelector(`[data-square="${CSS.escape(id)}"]`)?.classList.toggle("stop", on);
  map.addEventListener("click", (event) => {
    const square = event.target.closest(".square");
    if (!square) return;
    event.preventDefault();
    const tick = form.elements[`to.${square.dataset.square}`];
    tick.checked = !tick.checked;
    lit(square.dataset.square, tick.checked);
  });
  form.addEventListener("change", (event) => lit(event.target.name.replace("to.", ""), event.target.checked));
}

const REACH = 44; // A finger passes a square at most so far from its middle, of 1000 across the map.

// A finger on a square moves it to free ground, or makes the paths along the squares that it passes.
function layBoard(map) {
  const figures = (at) => ({ x: within(at.x, WIDE), y: within(at.y * WIDE / HIGH, WIDE) });
  const middles = [...map.querySelectorAll(".square")].map((one) => {
    const { e, f } = one.transform.baseVal.consolidate().matrix;
    return { id: one.dataset.square, one, x: e, y: f };
  });
  const at = (point) => {
    const away = (one) => Math.hypot(one.x - point.x, one.y - point.y);
    const nearest = middles.reduce((best, one) => (!best || away(one) < away(best) ? one : best), null);
    return nearest && away(nearest) <= REACH ? nearest : null;
  };
  const show = (square, x, y) => {
    square.setAttribute("transform", `translate(${x} ${y})`);
    for (const line of map.querySelectorAll("line")) {
      if (line.dataset.a === square.dataset.square) { line.setAttribute("x1", x); line.setAttribute("y1", y); }
      if (line.dataset.b === square.dataset.square) { line.setAttribute("x2", x); line.setAttribute("y2", y); }
    }
  };
  let passed = [];
  let last = null;
  const trail = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
  trail.classList.add("swiped");
  const begin = (square) => { passed = middles.filter((one) => one.one === square); last = passed[0]; };
  const pass = (point) => {
    // A quick finger is seen at a few points only.
    const steps = Math.max(1, Math.ceil(Math.hypot(point.x - last.x, point.y - last.y) / 12));
    for (let step = 1; step <= steps; step += 1) {
      const part = step / steps;
      const one = at({ x: last.x + (point.x - last.x) * part, y: last.y + (point.y - last.y) * part });
      if (one && one !== passed.at(-1)) passed.push(one);
    }
    last = { x: point.x, y: point.y };
  };
  const end = () => { passed = []; last = null; trail.remove(); };
  laid(map, {
    thing: ".square",
    drag(square, point) {
      if (!last) begin(square);
      pass(point);
      if (passed.length === 1) {
        show(square, within(point.x, WIDE), within(point.y, HIGH));
        return;
      }
      show(square, passed[0].x, passed[0].y);
      trail.setAttribute("points", [...passed, point].map((one) => `${one.x},${one.y}`).join(" "));
      map.append(trail);
    },
    drop(square, point) {
      const ids = passed.map((one) => one.id);
      end();
      if (ids.length > 1) send("swipe", { squares: ids.join(" ") });
      else send("move", { square: square.dataset.square, ...figures(point) });
    },
    cancel(square) {
      const [first] = passed;
      if (first) show(square, first.x, first.y);
      end();
    },
    put: (point) => send("add", figures(point)),
    tap(square) {
      const chosen = map.dataset.chosen;
      if (!chosen || chosen === square.dataset.square) return false;
      send("join", { square: chosen, other: square.dataset.square });
      return true;
    },
  });
}

if (map?.dataset.ticking) tickStations(map, document.getElementById("stations"));
else if (map) layBoard(map);

const slots = document.querySelector("svg.slots");
const CELL = 100;

if (slots) {
  const there = (slot, at, from) => ["x", "y"].map((side) =>
    within(Number(slot.dataset[side]) + Math.round((at[side] - from[side]) / CELL), 23));
  laid(slots, {
    thing: ".slot",
    drag(slot, at, from) {
      const [x, y] = there(slot, at, from);
      slot.setAttribute("transform", `translate(${x * CELL} ${y * CELL})`);
    },
    drop(slot, at, from) {
      const [x, y] = there(slot, at, from);
      send("move", { slot: slot.dataset.slot, x, y });
    },
    put: (at) => send("add", { x: within(Math.floor(at.x / CELL), 23), y: within(Math.floor(at.y / CELL), 23) }),
  });
}

// A city tile: signs are dragged onto it; land is dragged from side to side, and off the tile to remove it.
const city = document.getElementById("city");
if (city) {
  let chip = null;
  let from = null;
  const under = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest(".drop") ?? null;
  const lit = (zone) => {
    for (const one of document.querySelectorAll(".drop")) one.classList.toggle("over-it", one === zone);
  };
  document.addEventListener("pointerdown", (event) => {
    chip = event.target.closest(".chip");
    if (!chip || !event.isPrimary) return;
    event.preventDefault();
    from = [event.clientX, event.clientY];
    chip.classList.add("held");
  });
  document.addEventListener("pointermove", (event) => {
    if (!chip) return;
    chip.style.transform = `translate(${event.clientX - from[0]}px, ${event.clientY - from[1]}px)`;
    lit(under(event));
  });
  document.addEventListener("pointerup", (event) => {
    if (!chip) return;
    const zone = under(event);
    const one = chip;
    chip = null;
    one.classList.remove("held");
    one.style.transform = "";
    lit(null);
    const moved = Math.hypot(event.clientX - from[0], event.clientY - from[1]) > FAR;
    const inside = one.closest(".drop");
    if (!moved || zone === inside || (!zone && !inside)) return;
    const said = city.elements;
    said.sign.value = one.dataset.sign ?? "move";
    said.from.value = one.dataset.from ?? "";
    said.side.value = zone?.dataset.side ?? "";
    if (one.dataset.sign?.startsWith("land:") && !zone?.dataset.side) return;
    city.submit();
  });
}
