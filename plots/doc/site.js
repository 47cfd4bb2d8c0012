/* SPDX-License-Identifier: GPL-3.0-or-later

   What the pages of the documentation do beyond text: the menu is folded on narrow screens, code has a button that copies it,
   and words are looked up in search_index.js, whose `sections` have a page or a part of it each.  No network is used, and
   without scripts all text is there.  */

/* The sections that have all words of a query, or words that begin with them: those in titles first.  */
function find_sections (query, sections)
{
  const words = query.toLowerCase ().split (/[^\p{L}\p{N}_]+/u).filter ((word) => word);
  const worth = (section, word) => {
    const title = section.title.toLowerCase ();
    if (title === word)
      return 100;
    if (title.split (/[^\p{L}\p{N}_]+/u).some ((part) => part.startsWith (word)))
      return 20;
    if (title.includes (word))
      return 10;
    return (" " + section.words).includes (" " + word) ? 1 : 0;
  };
  const rated = sections.map ((section) => {
    const each = words.map ((word) => worth (section, word));
    return { section, sum: each.length && each.every ((w) => w) ? each.reduce ((a, b) => a + b) : 0 };
  });
  return rated.filter ((r) => r.sum).sort ((a, b) => b.sum - a.sum).slice (0, 12).map ((r) => r.section);
}

function show_found (list, query)
{
  list.replaceChildren ();
  if (! query.trim ())
    return;
  const found = find_sections (query, sections);
  for (const section of found)
    {
      const item = document.createElement ("li"), link = document.createElement ("a");
      link.href = section.page;
      link.textContent = section.title;
      item.append (link);
      list.append (item);
    }
  if (! found.length)
    list.append (Object.assign (document.createElement ("li"), { textContent: "nothing" }));
}

/* Browsers have a clipboard for pages from disk and by https.  Elsewhere the code is selected, and copied as by keys, where
   the browser lets a page do that.  */
async function copy_code (code)
{
  try
    {
      await navigator.clipboard.writeText (code.textContent);
      return true;
    }
  catch
    {
      getSelection ().selectAllChildren (code);
      return document.execCommand ("copy");
    }
}

function add_copy_button (code)
{
  const box = document.createElement ("div"), button = document.createElement ("button");
  box.className = "copied";
  button.type = "button";
  button.textContent = "copy";
  button.addEventListener ("click", async () => {
    button.textContent = await copy_code (code) ? "copied" : "selected";
    setTimeout (() => { button.textContent = "copy"; }, 1500);
  });
  code.replaceWith (box);
  box.append (code, button);
}

function begin ()
{
  const menu = document.querySelector (".menu"), search = document.querySelector (".search");
  const input = search.querySelector ("input");
  menu.open = ! matchMedia ("(max-width: 40rem)").matches;
  search.hidden = false;
  input.addEventListener ("input", () => show_found (search.querySelector ("ol"), input.value));
  document.querySelectorAll ("pre.code, pre.octave, pre.sh").forEach (add_copy_button);
}

if (typeof document === "undefined")
  module.exports = { find_sections };
else
  begin ();
