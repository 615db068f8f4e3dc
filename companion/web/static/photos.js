// A photo is sent as soon as it is taken. Without this file there is a button for it.
"use strict";
const LOST = "photos that could not be read";
for (const form of document.querySelectorAll("form.photo")) {
  const input = form.querySelector("input[type=file]"), sending = form.querySelector(".sending");
  form.classList.add("quick");
  input.addEventListener("change", () => {
    if (!input.files.length) return;
    document.body.classList.add("busy");
    sending.hidden = false;
    if (input.files.length > 1) sendAll(form, [...input.files], sending);
    else form.submit();
  });
}
// Several photos are sent one after the other, with a counter; then the page is shown anew. It names those that could
// not be read, each with what the server said of it.
async function sendAll(form, files, sending) {
  const words = sending.textContent, lost = [];
  for (const [n, file] of files.entries()) {
    sending.textContent = `${n + 1} / ${files.length} · ${words}`;
    const body = new FormData(), address = new URL(form.action);
    body.append("photo", file);
    address.searchParams.set("once", `${address.searchParams.get("once")}-${Date.now()}-${n}`);
    try {
      const answer = await fetch(address, { method: "POST", body });
      if (!answer.ok) lost.push(`${file.name}: ${said(await answer.text())}`);
    } catch { lost.push(`${file.name}: ✗`); }
  }
  sessionStorage.setItem(LOST, lost.join("\n"));
  location.href = form.action.replace(/[?].*/, "");
}
function said(page) {
  return new DOMParser().parseFromString(page, "text/html").querySelector(".told")?.textContent.trim() ?? "✗";
}
for (const line of (sessionStorage.getItem(LOST) ?? "").split("\n").reverse()) {
  if (!line) continue;
  const told = document.createElement("p");
  told.className = "told";
  told.setAttribute("role", "alert");
  told.textContent = line;
  document.querySelector("h1").after(told);
}
sessionStorage.removeItem(LOST);
// A page that the browser restores from its cache is not sending anything any more.
addEventListener("pageshow", () => {
  document.body.classList.remove("busy");
  for (const form of document.querySelectorAll("form.photo")) {
    form.reset();
    form.querySelector(".sending").hidden = true;
  }
});
