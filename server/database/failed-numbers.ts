import { sql } from 'kysely';
import { numberCodes } from '../../domain/text-delivery.ts';

/**
 * 1 if the newest text to the number of a `client` in the query failed because of the number, such as a
 * landline's. Whether any failed is asked first, for which a small partial index is enough: almost none did. Not by
 * `exists`, for which PostgreSQL would read all that failed.
 */
export const numberFails = sql<number>`case when (
    select failed.phone from messages as failed where failed.phone = client.phone_key
      and failed.direction = 'outbound' and failed.state in ('failed', 'undelivered') limit 1
  ) is not null and (
    select case when text.state in ('failed', 'undelivered') then text.error_code end
    from messages as text where text.phone = client.phone_key and text.direction = 'outbound'
    order by text.created_at desc, text.id desc limit 1
  ) in (${sql.join(numberCodes.map((code) => sql.lit(code)))}) then 1 else 0 end`;
