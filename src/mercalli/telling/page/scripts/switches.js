// Switches: which system, which view of a section, counts or shares.
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
  };
  if (system) {
    system.addEventListener("change", showSystem);
    showSystem();
    for (const summary of document.querySelectorAll("details.system > summary"))
      summary.addEventListener("click", (event) => system.value && event.preventDefault());
  }

  for (const views of document.querySelectorAll("select.views")) {
    const show = () => {
      for (const part of views.closest("section").querySelectorAll("[data-view]"))
        part.hidden = views.value !== "" && part.dataset.view !== views.value;
    };
    views.addEventListener("change", show);
    show();
  }

  const matrices = document.querySelectorAll(".matrix");
  if (matrices.length) {
    const tools = document.createElement("div");
    tools.className = "tools";
    tools.innerHTML =
      '<label>Cells as <select id="cells"><option value="counts">counts</option>' +
      '<option value="shares">shares of the true class</option></select></label>';
    (matrices[0].closest("details.system") ?? matrices[0].closest(".scroll")).before(tools);
    tools.querySelector("select").addEventListener("change", (event) => {
      for (const matrix of matrices) matrix.classList.toggle("shares", event.target.value === "shares");
    });
  }
})();
