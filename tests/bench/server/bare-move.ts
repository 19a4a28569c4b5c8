// The baseline of the server bench: the writes of a pick in one database function.

/** SQL that creates the function in a database with our tables. */
export const bareMove = `
  create or replace function bare_move(who text, what_key text, of_line bigint, plants integer) returns integer
  language plpgsql as $$
  declare
    line document_line;
  begin
    select * into line from document_line where id = of_line for update;
    update document set changed_by = who, changed_at = now() where number = line.number;
    update balance set reserved = reserved + plants - line.held
      where (barcode, kind, owner, place) = (line.barcode, line.source_kind, line.source_owner, line.source_place);
    update document_line set picked = plants, held = plants, status = 'PICKED', changed_by = who, changed_at = now()
      where id = of_line;
    insert into idempotency_key (username, key, fingerprint, status, content_type, answer)
      values (who, what_key, '', 200, 'application/json', '{}');
    return plants;
  end $$`

/** SQL that calls the function. */
export const callBareMove = 'select bare_move($1, $2, $3, $4)'
