import { useInfiniteQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { namesOfPart, type RepairFieldName } from '../../domain/repair-fields.ts';
import { repairsQuery } from '../api/queries.ts';
import { IntakeControl } from './intake-control.tsx';
import type { IntakeFields } from './intake-fields.ts';
import { knownBrands, knownModels } from './watch-history.ts';

/** As many as one call gives: what a shop takes in repeats itself. */
const recentRepairs = repairsQuery({ limit: 100 });

function useWatchHistory(brand: string): { brands: string[]; models: string[] } {
  const { data } = useInfiniteQuery({ ...recentRepairs, staleTime: 60_000 });
  const watches = data?.pages[0]?.items ?? [];
  return { brands: knownBrands(watches), models: knownModels(watches, brand) };
}

export function WatchSection() {
  const typedBrand = useWatch<IntakeFields, 'watchBrand'>({ name: 'watchBrand' });
  const { brands, models } = useWatchHistory(typedBrand);
  const suggestions: Partial<Record<RepairFieldName, readonly string[]>> = {
    watchBrand: brands,
    watchModel: models,
  };
  return namesOfPart('watch').map((name) => (
    <IntakeControl key={name} name={name} suggestions={suggestions[name]} />
  ));
}
