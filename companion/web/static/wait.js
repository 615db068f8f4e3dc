// A page that waits is loaded again by itself where page.js cannot run: browsers from before 2020 do not understand it.
(function () {
  var seconds = document.body.getAttribute("data-wait");
  function again() {
    var at = document.activeElement;
    if (window.live) return;
    if (at && /^(INPUT|SELECT|TEXTAREA)$/.test(at.tagName)) setTimeout(again, 1000);
    else if (location.pathname === "/") location.reload();
    else location.replace("/");
  }
  if (seconds) setTimeout(again, seconds * 1000);
})();
