CREATE TABLE "change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by" text NOT NULL,
	"kind" text NOT NULL,
	"storage_type" text NOT NULL,
	"number" text NOT NULL,
	"season_id" text,
	"locations" text[] NOT NULL,
	"step" text NOT NULL,
	"key" text DEFAULT coalesce(current_setting('trimline.key', true), '') NOT NULL
);
--> statement-breakpoint
CREATE INDEX "change_xid" ON "change" USING btree ("xid");--> statement-breakpoint
CREATE INDEX "change_at" ON "change" USING btree ("at");