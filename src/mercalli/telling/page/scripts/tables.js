"use strict";
// Tables that can be sorted by a column and narrowed to the rows that hold some words.
(() => {
  const LEAST_ROWS = 10;
  const number = (text) => (/^[-+]?[\d,]*\.?\d+/.test(text) ? Number.parseFloat(text.replaceAll(",", "")) : null);
  const key = (row, column, numeric) => {
    const cell = row.cells[column];
    const text = (cell.querySelector("b") ?? cell).textContent.trim().replace(/^</, "");
    return numeric ? number(text) : text.toLowerCase();
  };
  const compare = (a, b, up) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return (typeof a === "number" ? a - b : a.localeCompare(b)) * (up ? 1 : -1);
  };
  const sort = (table, header) => {
    const numeric = header.classList.contains("num");
    const before = header.getAttribute("aria-sort");
    const up = before ? before === "descending" : !numeric;
    for (const each of table.tHead.querySelectorAll("th")) each.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", up ? "ascending" : "descending");
    const rows = [...table.tBodies[0].rows].map((row) => [key(row, header.cellIndex, numeric), row]);
    table.tBodies[0].append(...rows.sort(([a], [b]) => compare(a, b, up)).map(([, row]) => row));
  };
  for (const table of document.querySelectorAll("table.sortable")) {
    if (table.tBodies[0].rows.length < 2) continue;
    for (const header of table.tHead.querySelectorAll("th:not(.plot)")) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.setAttribute("aria-label", `Sort by ${header.textContent.trim()}`);
      button.addEventListener("click", () => sort(table, header));
      header.append(" ", button);
    }
  }

  const plain = (text) => text.toLowerCase().replaceAll("_", " ").replaceAll("\u200b", "");
  const narrow = (table, wanted, told) => {
    const rows = [...table.tBodies[0].rows];
    for (const row of rows) row.hidden = !plain(row.textContent).includes(plain(wanted.trim()));
    const left = rows.filter((row) => !row.hidden).length;
    told.textContent = wanted.trim() ? `${left} of ${rows.length} rows` : "";
  };
  for (const table of document.querySelectorAll("table.filterable")) {
    if (table.tBodies[0].rows.length < LEAST_ROWS) continue;
    const label = document.createElement("label");
    const input = document.createElement("input");
    const told = document.createElement("output");
    input.type = "search";
    label.append("Search ", input);
    input.addEventListener("input", () => narrow(table, input.value, told));
    const line = document.createElement("div");
    line.className = "filter";
    line.append(label, told);
    table.closest(".scroll").before(line);
  }
})();
