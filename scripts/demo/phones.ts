import type { Chance } from './chance.ts';

/**
 * Phones that belong to no one: 555-0100 to 555-0199 are reserved for fiction in every area code of the
 * North American plan. Source: ATIS, "555 Line Number Reservation".
 */

export const areaCodes =
  '201 202 203 205 206 207 208 209 210 212 213 214 215 216 217 218 219 224 225 228 229 231 234 239 240 248 251 252 253 254 256 260 262 267 269 270 276 281 301 302 303 304 305 307 308 309 310 312 313 314 315 316 317 318 319 320 321 323 325 330 331 334 336 337 339 346 347 351 352 360 361 386 401 402 404 405 406 407 408 409 410 412 413 414 415 417 419 423 424 425 430 432 434 435 440 442 443 458 469 470 475 478 479 480 484 501 502 503 504 505 507 508 509 510 512 513 515 516 517 518 520 530 539 540 541 551 559 561 562 563 567 570 571 573 574 575 580 585 586 601 602 603 605 606 607 608 609 610 612 614 615 616 617 618 619 620 623 626 630 631 636 641 646 650 651 657 660 661 662 678 682 701 702 703 704 706 707 708 712 713 714 715 716 717 718 719 720 724 727 731 732 734 740 747 754 757 760 762 763 765 769 770 772 773 774 775 779 781 785 786 801 802 803 804 805 806 808 810 812 813 814 815 816 817 818 828 830 831 832 843 845 847 848 850 856 857 858 859 860 862 863 864 865 870 872 878 901 903 904 906 907 908 909 910 912 913 914 915 916 917 918 919 920 925 928 931 936 937 938 940 941 947 949 951 952 954 956 970 971 972 973 978 979 980 985 989'.split(
    ' ',
  );

/** The shop's own number in the example configuration, and the simulated phone's landline. */
const spokenFor = ['2125550100', '2125550199'];

/** As many clients as there are numbers. */
export const maxPhones = areaCodes.length * 100 - spokenFor.length;

export const isFictionalPhone = (phone: string): boolean =>
  /^1?[2-9]\d\d55501\d\d$/.test(phone.replace(/\D/g, ''));

/** Every number that is not spoken for, once, as ten digits, in random order. */
export function fictionalPhones(chance: Chance): string[] {
  const phones = areaCodes
    .flatMap((area) =>
      Array.from({ length: 100 }, (_, line) => `${area}55501${String(line).padStart(2, '0')}`),
    )
    .filter((phone) => !spokenFor.includes(phone));
  for (let last = phones.length - 1; last > 0; last -= 1) {
    const other = chance.int(last + 1);
    [phones[last], phones[other]] = [phones[other] ?? '', phones[last] ?? ''];
  }
  return phones;
}

/** A number as one person or another gives it at the counter. */
export function writtenPhone(digits: string, chance: Chance): string {
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  const [written] = chance.weighted<readonly [string, number]>(
    [
      [`(${area}) ${exchange}-${line}`, 70],
      [`${area}-${exchange}-${line}`, 12],
      [digits, 8],
      [`+1 ${area} ${exchange} ${line}`, 5],
      [`${area}.${exchange}.${line}`, 4],
      [`1-${area}-${exchange}-${line}`, 1],
    ],
    ([, weight]) => weight,
  );
  return written;
}
