// Values on hover: of a drawing in a label beside the pointer, of a cell of the matrix in a line below it.
(() => {
  const tip = document.createElement("div");
  tip.className = "tip";
  tip.hidden = true;
  tip.setAttribute("aria-hidden", "true");
  document.body.append(tip);
  const said = (drawing) => {
    const cell = drawing.closest("td");
    const values = cell.querySelector("b") ? cell : cell.previousElementSibling;
    const parts = [...values.querySelectorAll("b, small")].map((each) => each.textContent);
    return [drawing.closest("tr").cells[0].textContent.trim(), parts.join(", ")].join(": ");
  };
  for (const drawing of document.querySelectorAll("td .strip")) {
    drawing.addEventListener("pointermove", (event) => {
      tip.textContent = said(drawing);
      tip.hidden = false;
      const left = Math.min(event.clientX + 12, document.documentElement.clientWidth - tip.offsetWidth - 8);
      tip.style.left = `${Math.max(8, left)}px`;
      tip.style.top = `${event.clientY + 16}px`;
    });
    drawing.addEventListener("pointerleave", () => { tip.hidden = true; });
  }

  const names = (table) => [...table.tHead.rows[table.tHead.rows.length - 1].cells].map((cell) => cell.textContent.trim());
  const tell = (table, columns, cell) => {
    const row = cell.parentElement.cells[0].childNodes[0].textContent.trim();
    const [count, share] = ["b", "i"].map((name) => cell.querySelector(name)?.textContent ?? "0");
    const harm = cell.querySelector("small")?.textContent;
    const column = columns[cell.cellIndex];
    if (count === "0") return `No “${row}” is predicted as “${column}”.`;
    if (cell.classList.contains("right")) return `“${row}”: ${count} right, ${share} of the class.`;
    return `“${row}” predicted as “${column}”: ${count}, ${share} of the class${harm ? `, harm ${harm}` : ""}.`;
  };
  const STEPS = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] };
  for (const table of document.querySelectorAll(".matrix")) {
    const line = document.createElement("p");
    line.className = "readout";
    line.setAttribute("role", "status");
    line.textContent = "Point at a cell, or walk through the cells with the arrow keys, to read it in words.";
    table.closest(".scroll").after(line);
    const columns = names(table);
    const grid = [...table.querySelectorAll("tbody tr:not(.level)")].map((row) => [...row.cells].slice(1));
    const show = (event) => {
      const cell = event.target.closest("tbody td");
      if (cell) line.textContent = tell(table, columns, cell);
    };
    grid[0][0].tabIndex = 0;
    table.addEventListener("pointerover", show);
    table.addEventListener("focusin", show);
    table.addEventListener("keydown", (event) => {
      const step = STEPS[event.key];
      const cell = event.target.closest("tbody td");
      if (!step || !cell) return;
      const at = grid.findIndex((row) => row.includes(cell));
      const next = grid[at + step[0]]?.[grid[at].indexOf(cell) + step[1]];
      event.preventDefault();
      if (!next) return;
      cell.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    });
  }

  const watch = new ResizeObserver((entries) => {
    for (const { target } of entries) target.tabIndex = target.scrollWidth > target.clientWidth ? 0 : -1;
  });
  for (const region of document.querySelectorAll(".scroll")) watch.observe(region);
})();
