// What pages of boxes do besides: without this file everything works as well.
"use strict";

document.documentElement.classList.add("scripted");

// Another kind of record has other lines: they are asked for at once.
document.addEventListener("change", (event) => {
  const one = event.target;
  if ("show" in one.dataset) one.parentElement.querySelector("button.show").click();
});

// Nothing typed is lost by a slip: the browser asks before it leaves.
let typed = false;
document.addEventListener("input", (event) => { if (event.target.closest(".row-form")) typed = true; });
document.addEventListener("submit", () => { typed = false; });
addEventListener("beforeunload", (event) => { if (typed) event.preventDefault(); });
