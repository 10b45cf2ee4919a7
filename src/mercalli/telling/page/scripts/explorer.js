"use strict";
// Thresholds to try: every step of the slider is a point of the curve, the highest threshold to the right.
(() => {
  const TOLERANCE = 1e-12;
  // As the rest of the page rounds: by all digits of the number, halves to the even digit.
  const fixed = (value, digits) => {
    const [whole, rest] = Math.abs(value).toFixed(60).split(".");
    if (rest === undefined) return String(value);
    const cut = digits ? `${whole}.${rest.slice(0, digits)}` : whole;
    const half = /^50*$/.test(rest.slice(digits));
    const text = half && Number(cut.at(-1)) % 2 === 0 ? cut : Math.abs(value).toFixed(digits);
    const grouped = text.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
    return value < 0 && Number(text) ? `-${grouped}` : grouped;
  };
  const whole = (value) => fixed(value, Number.isInteger(value) ? 0 : 2);
  const cases = (value) => fixed(value, value >= 10 || value === 0 ? 0 : 1);
  const rate = (part, all) => (all ? fixed(part / all, 3) : "-");
  const money = (value) => fixed(value, Math.abs(value) >= 100 || value === 0 ? 0 : 2);

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
      const threshold = curve.threshold[at];
      const act = at === 0 ? "Act on nothing" : `Act on everything that scores ${threshold} or more`;
      const sentence = `${act}: per 1,000 cases ${per(tp + fp)} alerts, ${per(tp)} of ${per(tp + fn)} positives caught, ${per(fp)} false alarms.`;
      tell({
        threshold, sentence,
        tp: whole(tp), fp: whole(fp), fn: whole(fn), tn: whole(tn),
        precision: rate(tp, tp + fp), recall: rate(tp, tp + fn), fpr: rate(fp, fp + tn),
        alerts: per(tp + fp), worth: money(1000 * (total / curve.total)), total: money(total),
      });
      slider.setAttribute("aria-valuetext", `${threshold}, ${per(tp + fp)} alerts per 1,000 cases`);
      move(at);
    };
    const go = (at) => {
      slider.value = String(last - at);
      show();
    };
    // By how much a bound is missed, as a share; nothing acted on has no precision and misses it wholly.
    const gaps = {
      max_fpr: ({ fp, tn }, most) => fp / (fp + tn) - most,
      min_precision: ({ tp, fp }, least) => least - (tp + fp ? tp / (tp + fp) : 0),
      min_recall: ({ tp, fn }, least) => least - tp / (tp + fn),
      capacity: ({ tp, fp }, most) => (tp + fp - most) / curve.total,
    };
    const missed = (found) =>
      Object.entries(curve.bounds).reduce((sum, [name, bound]) => sum + Math.max(gaps[name](found, bound), 0), 0);
    const best = () => {
      const price = priced();
      if (curve.chosen !== null && Object.values(price).every((each) => each === 0)) return curve.chosen;
      const every = curve.tp.map((_, at) => counts(at));
      const least = Math.max(Math.min(...every.map(missed)), TOLERANCE);
      const values = every.map((found) => (missed(found) <= least ? worth(found, price) : -Infinity));
      const most = Math.max(...values);
      return values.findIndex((value) => value >= most - TOLERANCE * Math.max(1, Math.abs(most)));
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
