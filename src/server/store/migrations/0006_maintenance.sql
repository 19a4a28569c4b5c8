CREATE TABLE "record_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "record_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"version" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by" text NOT NULL,
	"action" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	CONSTRAINT "record_change_version_once" UNIQUE("kind","key","version"),
	CONSTRAINT "record_change_kind" CHECK ("record_change"."kind" in ('people', 'growers', 'nurseries', 'varieties', 'trimTypes', 'seasons', 'locations', 'reasonCodes')),
	CONSTRAINT "record_change_action" CHECK ("record_change"."action" in ('CREATE', 'EDIT', 'DEACTIVATE', 'ACTIVATE')),
	CONSTRAINT "record_change_counts" CHECK ("record_change"."version" > 0),
	CONSTRAINT "record_change_by_someone" CHECK ("record_change"."by" <> '')
);
--> statement-breakpoint
CREATE TABLE "stock_import" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_import_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by" text NOT NULL,
	"file_name" text NOT NULL,
	"rows" integer NOT NULL,
	"opened" integer NOT NULL,
	"adjusted" integer NOT NULL,
	"unchanged" integer NOT NULL,
	"refused" integer NOT NULL,
	CONSTRAINT "stock_import_by_someone" CHECK ("stock_import"."by" <> ''),
	CONSTRAINT "stock_import_adds_up" CHECK ("stock_import"."rows" = "stock_import"."opened" + "stock_import"."adjusted" + "stock_import"."unchanged" + "stock_import"."refused")
);
--> statement-breakpoint
ALTER TABLE "barcode" DROP CONSTRAINT "barcode_trim_type_trim_type_name_fk";
--> statement-breakpoint
ALTER TABLE "barcode" ADD CONSTRAINT "barcode_trim_type_trim_type_name_fk" FOREIGN KEY ("trim_type") REFERENCES "public"."trim_type"("name") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
-- What was changed, and by whom, stays on record: neither is ever edited or deleted.
CREATE FUNCTION "record_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "record_change_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "record_change"
  FOR EACH STATEMENT EXECUTE FUNCTION "record_is_append_only"();
--> statement-breakpoint
CREATE TRIGGER "stock_import_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "stock_import"
  FOR EACH STATEMENT EXECUTE FUNCTION "record_is_append_only"();
