"use strict";
(() => {
  document.documentElement.classList.add("js");

  const value = (cell) => {
    const given = cell.dataset.v ?? cell.textContent.trim();
    const number = Number(given);
    return given === "" ? null : Number.isNaN(number) ? given.toLowerCase() : number;
  };
  const order = (a, b) => {
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
  };
  const sort = (table, column, header) => {
    const up = header.getAttribute("aria-sort") !== "ascending";
    const body = table.tBodies[0];
    const rows = [...body.rows].sort((one, two) => {
      const [a, b] = [value(one.cells[column]), value(two.cells[column])];
      return a === null || b === null ? order(a, b) : up ? order(a, b) : order(b, a);
    });
    for (const each of table.tHead.rows[0].cells) each.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", up ? "ascending" : "descending");
    body.append(...rows);
  };
  for (const table of document.querySelectorAll("table.sortable")) {
    [...table.tHead.rows[0].cells].forEach((header, column) => {
      if (!header.textContent.trim()) return;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...header.childNodes);
      button.addEventListener("click", () => sort(table, column, header));
      header.append(button);
    });
  }

  const system = document.getElementById("system");
  const show = () => {
    for (const part of document.querySelectorAll("[data-system]"))
      part.hidden = Boolean(system.value) && part.dataset.system !== system.value;
  };
  system?.addEventListener("change", show);

  document.getElementById("filter")?.addEventListener("input", (event) => {
    const wanted = event.target.value.trim().toLowerCase();
    for (const row of document.querySelectorAll("table.filterable tbody tr"))
      row.hidden = Boolean(wanted) && !row.textContent.toLowerCase().includes(wanted);
  });

  const mode = document.getElementById("mode");
  mode?.addEventListener("change", () => {
    for (const matrix of document.querySelectorAll("table.matrix")) matrix.classList.toggle("shares", mode.value === "shares");
  });
})();
