-- Who had a document's work stays on record.
CREATE TRIGGER "document_owner_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "document_owner"
  FOR EACH STATEMENT EXECUTE FUNCTION "record_is_append_only"();
