/** What to make of `npm audit`: which advisories stop the check, and which have been accepted. */

/** An advisory that the product can live with for a while. */
export interface Accepted {
  /** e.g. "GHSA-xxxx-xxxx-xxxx" */
  advisory: string;
  /** Why it does no harm here. */
  reason: string;
  /** The last day on which it is accepted, e.g. "2026-12-31". */
  until: string;
}

export type Judgment =
  /** The registry gave no answer, or none about advisories. */
  { kind: 'not-asked'; why: string } | { kind: 'asked'; problems: string[]; notes: string[] };

interface Advisory {
  id: string;
  package: string;
  title: string;
  severity: string;
}

const stopping = ['high', 'critical'];

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The advisories of a report, each once; a package that only depends on an affected one is left out. */
function advisoriesIn(vulnerabilities: unknown): Advisory[] {
  const found = new Map<string, Advisory>();
  for (const { via } of Object.values(fieldsOf(vulnerabilities)).map(fieldsOf)) {
    for (const cause of Array.isArray(via) ? via : []) {
      const { url, name, title, severity } = fieldsOf(cause);
      if (typeof url !== 'string') continue;
      const id = url.slice(url.lastIndexOf('/') + 1);
      found.set(id, {
        id,
        package: String(name),
        title: String(title),
        severity: String(severity),
      });
    }
  }
  return [...found.values()];
}

function whyNotAsked(report: Record<string, unknown>): string {
  const { statusCode, error, message } = report;
  const { code } = fieldsOf(error);
  // Only the part of the message that names no address.
  const known = statusCode ?? code ?? /\bE[A-Z]{4,}\b/.exec(String(message ?? ''))?.[0];
  return known === undefined ? 'no answer' : String(known);
}

/**
 * @param output what `npm audit --json` printed; null when it took too long
 * @param today e.g. "2026-11-21"
 */
export function judgeAudit(
  output: string | null,
  accepted: readonly Accepted[],
  today: string,
): Judgment {
  if (output === null) return { kind: 'not-asked', why: 'no answer in time' };
  let report: Record<string, unknown>;
  try {
    report = fieldsOf(JSON.parse(output));
  } catch {
    return { kind: 'not-asked', why: 'an answer that cannot be read' };
  }
  if (report.vulnerabilities === undefined) return { kind: 'not-asked', why: whyNotAsked(report) };

  const advisories = advisoriesIn(report.vulnerabilities).filter(({ severity }) =>
    stopping.includes(severity),
  );
  const problems: string[] = [];
  for (const { id, package: name, title, severity } of advisories) {
    const exception = accepted.find(({ advisory }) => advisory === id);
    const finding = `${name}: ${title} (${severity}, ${id})`;
    if (exception === undefined) problems.push(finding);
    else if (exception.until < today) {
      problems.push(`${finding}; was accepted until ${exception.until}: ${exception.reason}`);
    }
  }
  const notes = accepted
    .filter(({ advisory }) => !advisories.some(({ id }) => id === advisory))
    .map(({ advisory }) => `${advisory} is accepted but no longer reported: take it off the list`);
  return { kind: 'asked', problems, notes };
}

/** @returns what is wrong with the list itself, whether or not the registry can be asked */
export function acceptedProblems(list: unknown): string[] {
  if (!Array.isArray(list)) return ['the list of accepted advisories must be a list'];
  return list.map(fieldsOf).flatMap((entry, index) => {
    const { advisory, reason, until } = entry;
    const isWhole =
      /^GHSA(-\w{4}){3}$/.test(String(advisory)) &&
      String(reason ?? '').length >= 20 &&
      /^\d{4}-\d{2}-\d{2}$/.test(String(until)) &&
      !Number.isNaN(Date.parse(String(until)));
    return isWhole ? [] : [`entry ${index + 1} needs an advisory (GHSA-…), a reason and a day`];
  });
}
