// A photo is sent as soon as it is taken. Without this file there is a button for it.
"use strict";
for (const form of document.querySelectorAll("form.photo")) {
  const input = form.querySelector("input[type=file]"), sending = form.querySelector(".sending");
  form.classList.add("quick");
  input.addEventListener("change", () => {
    if (!input.files.length) return;
    document.body.classList.add("busy");
    sending.hidden = false;
    form.submit();
  });
}
// A page that the browser restores from its cache is not sending anything any more.
addEventListener("pageshow", () => {
  document.body.classList.remove("busy");
  for (const form of document.querySelectorAll("form.photo")) {
    form.reset();
    form.querySelector(".sending").hidden = true;
  }
});
