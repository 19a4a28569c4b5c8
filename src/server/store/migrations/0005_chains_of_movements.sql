-- Hash chains (docs/stock-ledger.md): each movement has the hash of its fields and of the hash of the movement before it of the same barcode.
-- src/server/store/verify-chains.ts computes the same without these functions.
CREATE FUNCTION "movement_part"("part" text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(length(part)::text || ':' || part, '-')
$$;
--> statement-breakpoint
CREATE FUNCTION "movement_hash"("of" "movement", "place" integer, "previous" bytea) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(previous || convert_to(
    movement_part(place::text) || movement_part(("of").id::text)
    || movement_part(to_char(("of").at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'))
    || movement_part(("of").by) || movement_part(("of").barcode)
    || movement_part(("of").from_kind) || movement_part(("of").from_owner) || movement_part(("of").from_place)
    || movement_part(("of").to_kind) || movement_part(("of").to_owner) || movement_part(("of").to_place)
    || movement_part(("of").qty::text) || movement_part(("of").reason)
    || movement_part(("of").document_kind) || movement_part(("of").document_number::text) || movement_part(("of").line_id::text)
    || movement_part(to_char(("of").claimed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')), 'UTF8'))
$$;
--> statement-breakpoint
-- The upsert locks the end of the barcode's chain until the transaction ends: movements of one barcode are chained one after the other.
CREATE FUNCTION "movement_joins_its_chain"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO movement_chain AS chain (barcode, movements, hash)
    VALUES (NEW.barcode, 1, movement_hash(NEW, 1, ''::bytea))
    ON CONFLICT (barcode) DO UPDATE
      SET movements = chain.movements + 1, hash = movement_hash(NEW, chain.movements + 1, chain.hash)
    RETURNING chain.movements, chain.hash INTO NEW.position, NEW.hash;
  RETURN NEW;
END;
$$;
--> statement-breakpoint
ALTER TABLE "movement" DISABLE TRIGGER "movement_append_only";
--> statement-breakpoint
-- What is there is chained in the order of its numbers.
DO $$
DECLARE
  one movement;
  before text := '';
  place integer;
  hash_before bytea;
BEGIN
  FOR one IN SELECT * FROM movement ORDER BY barcode, id LOOP
    IF one.barcode <> before THEN
      before := one.barcode;
      place := 0;
      hash_before := ''::bytea;
    END IF;
    place := place + 1;
    hash_before := movement_hash(one, place, hash_before);
    UPDATE movement SET position = place, hash = hash_before WHERE id = one.id;
  END LOOP;
  INSERT INTO movement_chain (barcode, movements, hash)
    SELECT DISTINCT ON (barcode) barcode, position, hash FROM movement ORDER BY barcode, position DESC;
END;
$$;
--> statement-breakpoint
ALTER TABLE "movement" ENABLE TRIGGER "movement_append_only";
--> statement-breakpoint
CREATE TRIGGER "movement_chained" BEFORE INSERT ON "movement"
  FOR EACH ROW EXECUTE FUNCTION "movement_joins_its_chain"();
