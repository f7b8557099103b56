import Search from 'lucide-react/icons/search';
import { EmptyState } from '../ui/empty-state.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { ClientResults } from './client-results.tsx';
import { RepairResults } from './repair-results.tsx';
import { longestQuery, useTypedQuery } from './typed-query.ts';

/** One field for both: repairs, and the client directory with each client's repairs. */
export function SearchTab() {
  const { text, setText, q } = useTypedQuery();
  return (
    <div className="flex flex-col gap-6">
      <div className="max-w-2xl">
        <SearchField
          label="Search repairs and clients"
          placeholder="Name, phone, ticket, serial number, brand or model"
          maxLength={longestQuery}
          value={text}
          onValueChange={setText}
        />
      </div>
      {q === '' ? (
        <EmptyState icon={Search} title="Find a repair or a client">
          Type part of a name, a phone number in any format, a ticket or serial number, a brand or a
          model.
        </EmptyState>
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <RepairResults q={q} />
          <ClientResults q={q} />
        </div>
      )}
    </div>
  );
}
