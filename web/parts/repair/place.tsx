import type { Repair, RepairRow } from '../../../domain/api-answers.ts';
import { placeNow, sentOutPlace } from '../../../domain/places.ts';
import { useOpenAction } from '../../data/open-action.ts';
import { usePlaces } from '../../data/shop-settings.ts';
import { contactClasses } from '../../ui/classes.ts';

/** Where the watch of a card is, after who has it; nothing if nobody said. */
export function PlaceName({ repair }: { repair: RepairRow }) {
  const place = placeNow(repair);
  return (
    place !== null && (
      <>
        {' · '}
        <bdi>{place}</bdi>
      </>
    )
  );
}

/** Where the watch is, shown on its ticket; a press opens Move. */
export function PlaceOnTicket({ repair }: { repair: Repair }) {
  const openDialog = useOpenAction();
  const places = usePlaces();
  const { place } = repair;
  const now = placeNow(repair);
  const isFormer = place !== null && !places.includes(place);
  return (
    <>
      {now === sentOutPlace && <span className="block">{now}</span>}
      <button
        type="button"
        aria-label={place === null ? undefined : `${place}: move`}
        title="Move the watch"
        onClick={() => void openDialog('move', repair)}
        className={`${contactClasses} text-left pointer-coarse:min-w-11`}
      >
        {place === null ? 'Choose a place' : <bdi>{place}</bdi>}
      </button>
      {isFormer && <span className="block text-soon text-sm">No longer in the shop’s list</span>}
      {place !== null && !isFormer && now !== place && (
        <span className="block text-ink-muted text-sm">
          {now === null ? 'before pickup' : 'before that'}
        </span>
      )}
    </>
  );
}
