import { maxImportBytes } from '../../domain/api-transfer.ts';
import { CsvError, type CsvRecord, csvRecords, encodingOf } from '../../domain/csv.ts';

/** A file that the user has chosen, as far as the browser has to read it. */
export interface ChosenFile {
  file: File;
  headers: string[];
  /** The first rows below the header. */
  firstRows: CsvRecord[];
}

export type Choice = { chosen: ChosenFile } | { message: string };

const shownRows = 3;

function readStart(file: File, text: string): Choice {
  const records: CsvRecord[] = [];
  try {
    for (const record of csvRecords(text)) {
      records.push(record);
      if (records.length > shownRows) break;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { message: `Row ${error.row}: ${error.message}.` };
  }
  const [header, ...firstRows] = records;
  if (!header) return { message: 'The file is empty.' };
  if (firstRows.length === 0) {
    return { message: 'The file has no rows below its first one, which names the columns.' };
  }
  return { chosen: { file, headers: header.cells, firstRows } };
}

/** Reads the beginning of a file, or says why it cannot be one to import. */
export async function chooseFile(file: File): Promise<Choice> {
  if (file.size > maxImportBytes) {
    return { message: 'A file may be at most 20 MB. Please split it and import the parts.' };
  }
  if (file.size === 0) return { message: 'The file is empty.' };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const verdict = encodingOf(bytes);
    if ('refusal' in verdict) return { message: verdict.refusal };
    return readStart(file, new TextDecoder(verdict.encoding, { ignoreBOM: true }).decode(bytes));
  } catch {
    return { message: 'The file cannot be read any more. Please choose it again.' };
  }
}
