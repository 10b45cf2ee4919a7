"use strict";
// Thresholds to try: every step of the slider is a point of the curve, the highest threshold to the right.
(() => {
  const whole = (value) => value.toLocaleString("en-GB", { maximumFractionDigits: Number.isInteger(value) ? 0 : 2 });
  const cases = (value) => value.toLocaleString("en-GB", { maximumFractionDigits: value >= 10 || value === 0 ? 0 : 1 });
  const rate = (part, all) => (all ? (part / all).toFixed(3) : "-");
  const money = (value) => {
    const digits = Math.abs(value) >= 100 || value === 0 ? 0 : 2;
    return value.toLocaleString("en-GB", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  };
  const score = (value) => (value === null ? "nothing" : String(Number(value.toPrecision(4))));

  const explore = (box) => {
    const curve = JSON.parse(box.querySelector("script").textContent);
    const slider = box.querySelector("input[type=range]");
    const prices = [...box.querySelectorAll("[data-price]")];
    const lines = [...box.closest("section").querySelectorAll(".plot .line.explored")];
    const last = curve.tp.length - 1;

    const counts = (at) => {
      const [tp, fp] = [curve.tp[at], curve.fp[at]];
      return { tp, fp, fn: curve.positives - tp, tn: curve.total - curve.positives - fp };
    };
    const priced = () => Object.fromEntries(prices.map((input) => [input.dataset.price, Number(input.value) || 0]));
    const worth = ({ tp, fp, fn, tn }, price) =>
      tp * price.value_tp - fp * price.cost_fp - fn * price.cost_fn + tn * price.value_tn;
    const tell = (told) => {
      for (const [name, text] of Object.entries(told))
        for (const place of box.querySelectorAll(`[data-told="${name}"]`)) place.textContent = text;
    };
    const move = (at) => {
      for (const line of lines) {
        const { x, y } = line.points.getItem(at);
        const mark = line.parentNode.querySelector(".moving");
        mark.setAttribute("cx", x);
        mark.setAttribute("cy", y);
        mark.style.visibility = at === curve.chosen ? "hidden" : "visible";
      }
    };
    const show = () => {
      const at = last - Number(slider.value);
      const found = counts(at);
      const { tp, fp, fn, tn } = found;
      const per = (part) => cases((1000 * part) / curve.total);
      const total = worth(found, priced());
      const threshold = score(curve.threshold[at]);
      const act = curve.threshold[at] === null ? "Act on nothing" : `Act on everything that scores ${threshold} or more`;
      const sentence = `${act}: per 1,000 cases ${per(tp + fp)} alerts, ${per(tp)} of ${per(tp + fn)} positives caught, ${per(fp)} false alarms.`;
      tell({
        threshold, sentence,
        tp: whole(tp), fp: whole(fp), fn: whole(fn), tn: whole(tn),
        precision: rate(tp, tp + fp), recall: rate(tp, tp + fn), fpr: rate(fp, fp + tn),
        alerts: per(tp + fp), worth: money((1000 * total) / curve.total), total: money(total),
      });
      slider.setAttribute("aria-valuetext", `${threshold}, ${per(tp + fp)} alerts per 1,000 cases`);
      move(at);
    };
    const go = (at) => {
      slider.value = String(last - at);
      show();
    };
    const best = () => {
      const price = priced();
      const values = curve.tp.map((_, at) => worth(counts(at), price));
      return values.indexOf(Math.max(...values));
    };
    slider.addEventListener("input", show);
    for (const input of prices) input.addEventListener("input", show);
    box.querySelector("[data-go=best]").addEventListener("click", () => go(best()));
    box.querySelector("[data-go=chosen]")?.addEventListener("click", () => go(curve.chosen));
    box.hidden = false;
    box.parentNode.querySelector(".points").open = false;
    show();
  };
  for (const box of document.querySelectorAll(".explorer")) explore(box);
})();
