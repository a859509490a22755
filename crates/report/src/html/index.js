// Shows the modules whose names have all words of the filter; directories without any go.
const filter = document.getElementById("filter");
const missed = document.getElementById("missed");
const bugs = document.getElementById("bugs");
const shown = document.getElementById("shown");
const modules = [...document.querySelectorAll(".module")];
const directories = [...document.querySelectorAll("#tree details")];

function show() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const module of modules) {
    const is_named = words.every((word) => module.dataset.name.includes(word));
    const is_wanted =
      (!missed.checked || module.dataset.missed === "true") &&
      (!bugs.checked || module.dataset.bugs === "true");
    module.hidden = !(is_named && is_wanted);
    count += module.hidden ? 0 : 1;
  }
  for (const directory of directories) {
    directory.hidden = !directory.querySelector(".module:not([hidden])");
  }
  shown.textContent = count === 1 ? "1 module" : `${count} modules`;
}

for (const input of [filter, missed, bugs]) input.addEventListener("input", show);
filter.value = decodeURIComponent(location.hash.slice(1));
show();
