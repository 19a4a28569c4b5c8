-- A movement is never edited or deleted: a mistake is corrected by another movement.
CREATE FUNCTION "movement_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'movements are append-only' USING ERRCODE = 'restrict_violation';
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "movement_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "movement"
  FOR EACH STATEMENT EXECUTE FUNCTION "movement_is_append_only"();
