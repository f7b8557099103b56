import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { repairsQuery } from '../api/queries.ts';
import { TextArea } from '../ui/text-area.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useIntakeField } from './intake-field.ts';
import type { IntakeFields } from './intake-fields.ts';
import { knownBrands, knownModels } from './watch-history.ts';

/** As many as one call gives: what a shop takes in repeats itself. */
const recentRepairs = repairsQuery({ limit: 100 });

function useWatchHistory(brand: string): { brands: string[]; models: string[] } {
  const { data } = useInfiniteQuery({ ...recentRepairs, staleTime: 60_000 });
  const watches = data?.pages[0]?.items ?? [];
  return { brands: knownBrands(watches), models: knownModels(watches, brand) };
}

function Suggestions({ id, texts }: { id: string; texts: readonly string[] }) {
  return (
    <datalist id={id}>
      {texts.map((text) => (
        <option key={text} value={text} />
      ))}
    </datalist>
  );
}

export function WatchSection() {
  const brandsId = useId();
  const modelsId = useId();
  const typedBrand = useWatch<IntakeFields, 'watchBrand'>({ name: 'watchBrand' });
  const { brands, models } = useWatchHistory(typedBrand);
  const brand = useIntakeField('watchBrand');
  const model = useIntakeField('watchModel');
  const serialNumber = useIntakeField('serialNumber');
  const issue = useIntakeField('issue');
  const typing = { autoComplete: 'off', spellCheck: false };
  return (
    <>
      <TextField
        {...typing}
        {...brand}
        label="Watch brand"
        list={brandsId}
        autoCapitalize="words"
      />
      <Suggestions id={brandsId} texts={brands} />
      <TextField
        {...typing}
        {...model}
        label="Watch model"
        list={modelsId}
        autoCapitalize="words"
      />
      <Suggestions id={modelsId} texts={models} />
      <TextField
        {...typing}
        {...serialNumber}
        label="Serial number"
        autoCapitalize="characters"
        optional
      />
      <TextArea {...issue} label="Request" rows={4} autoComplete="off" />
    </>
  );
}
