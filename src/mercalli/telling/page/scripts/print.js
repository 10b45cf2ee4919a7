// On paper everything is open, in browsers that cannot be told so by the style.
(() => {
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details:not([open])")];
    for (const each of closed) each.open = true;
  });
  addEventListener("afterprint", () => {
    for (const each of closed) each.open = false;
  });
})();
