import type { ListPaper } from '../../../domain/list-paper.ts';
import type { ShopSettings } from '../../../domain/shop-settings.ts';
import { letterParts } from './letter-parts.ts';
import listLayout from './list.css?url';
import { numberPages, type Sheet } from './sheet.ts';

/** The longest row that stays on one page, in characters and lines; a longer one may continue on the next page. */
const longestWhole = { characters: 1_500, lines: 20 };

const isLong = (cells: readonly (readonly string[])[]) =>
  cells.some(
    (lines) => lines.length > longestWhole.lines || lines.join('').length > longestWhole.characters,
  );

type Make = ReturnType<typeof letterParts>['make'];

/** Large enough for how small they are printed. */
const printedCopy = (url: string) => `${url}?w=640`;

function photosRow(make: Make, photos: readonly string[], columns: number): HTMLElement[] {
  if (photos.length === 0) return [];
  const images = photos.map((url) => {
    const image = make('img', '', []);
    image.setAttribute('src', printedCopy(url));
    image.setAttribute('alt', '');
    return image;
  });
  const cell = make('td', '', [make('div', '', images)]);
  cell.setAttribute('colspan', String(columns));
  return [make('tr', 'list-photos', [cell])];
}

/** How long to wait for a photo before the paper is printed without it. In milliseconds. */
const photoPatience = 8_000;

/**
 * Loads a paper's photos, so that they are there when it is printed.
 *
 * @returns the paper without those that don't load
 */
export async function withLoadedPhotos(paper: ListPaper): Promise<ListPaper> {
  const isLoaded = async (url: string) => {
    const image = new Image();
    image.src = printedCopy(url);
    const tooLate = new Promise<string[]>((resolve) => setTimeout(resolve, photoPatience, []));
    const there = image.decode().then(
      () => [url],
      () => [],
    );
    return Promise.race([there, tooLate]);
  };
  const loaded = (urls: string[]) => Promise.all(urls.map(isLoaded)).then((each) => each.flat());
  const groups = paper.groups.map(async ({ photos = [], ...group }) => ({
    ...group,
    photos: await Promise.all(photos.map(loaded)),
  }));
  return { ...paper, groups: await Promise.all(groups) };
}

function tableElement(make: Make, { columns, groups }: ListPaper): HTMLElement {
  const side = (at: number) => {
    const { isNumber, isDate } = columns[at] ?? {};
    return isNumber ? 'is-number' : isDate ? 'is-date' : '';
  };
  const heads = columns.map(({ label }, at) => {
    const head = make('th', side(at), label);
    head.setAttribute('scope', 'col');
    return head;
  });
  const titled = (title: string, sum: string | null) => {
    const cell = make('th', '', title);
    cell.setAttribute('colspan', String(columns.length - (sum === null ? 0 : 1)));
    const cells = sum === null ? [cell] : [cell, make('td', 'is-number', sum)];
    return make('tr', 'list-group', cells);
  };
  return make('table', 'list-table', [
    make('thead', '', [make('tr', '', heads)]),
    ...groups.map(({ title, sum, rows, photos = [] }) =>
      make('tbody', '', [
        ...(title === null ? [] : [titled(title, sum)]),
        ...rows.flatMap((cells, nth) => [
          make(
            'tr',
            isLong(cells) ? 'is-long' : '',
            cells.map((lines, at) =>
              make(
                'td',
                side(at),
                lines.map((line) => make('p', '', line)),
              ),
            ),
          ),
          ...photosRow(make, photos[nth] ?? [], columns.length),
        ]),
      ]),
    ),
  ]);
}

/** A shop list, on as many letter-size pages as it needs; fits A4, too. */
export function listSheet(paper: ListPaper, shop: ShopSettings['shop']): Sheet {
  return {
    name: 'report',
    title: paper.title,
    stylesheet: listLayout,
    paper: { width: 8.5 * 96, height: 11 * 96 },
    pages: (owner) => {
      const { make, factList } = letterParts(owner);
      return [
        make('article', 'receipt receipt-letter list', [
          make('p', 'list-shop', shop.name),
          make('h1', 'receipt-title', paper.title),
          factList(paper.facts),
          tableElement(make, paper),
        ]),
      ];
    },
    fit: (_, styles) => numberPages(styles, paper.title),
  };
}
