// Switches: which system, which slices, counts or shares.
(() => {
  for (const tools of document.querySelectorAll(".chooser, .tools")) tools.hidden = false;

  const system = document.getElementById("system");
  const showSystem = () => {
    for (const part of document.querySelectorAll("details.system")) {
      const chosen = !system.value || part.dataset.system === system.value;
      part.hidden = !chosen;
      part.open = chosen;
      part.classList.toggle("chosen", chosen && Boolean(system.value));
    }
    for (const row of document.querySelectorAll("[data-row]"))
      row.classList.toggle("chosen", row.dataset.row === system.value);
  };
  if (system) {
    system.addEventListener("change", showSystem);
    showSystem();
    for (const summary of document.querySelectorAll("details.system > summary"))
      summary.addEventListener("click", (event) => system.value && event.preventDefault());
    for (const link of document.querySelectorAll("[data-choose]"))
      link.addEventListener("click", () => {
        system.value = link.dataset.choose;
        showSystem();
      });
  }

  const slicing = document.getElementById("slicing");
  const showSlices = () => {
    for (const part of document.querySelectorAll("[data-slicing]"))
      part.hidden = slicing.value !== "" && part.dataset.slicing !== slicing.value;
  };
  if (slicing) {
    slicing.addEventListener("change", showSlices);
    showSlices();
  }

  const cells = document.getElementById("cells");
  cells.addEventListener("change", () => {
    for (const matrix of document.querySelectorAll(".matrix"))
      matrix.classList.toggle("shares", cells.value === "shares");
  });
})();
