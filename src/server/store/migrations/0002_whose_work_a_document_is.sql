CREATE TABLE "document_owner" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "document_owner_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"number" integer NOT NULL,
	"owner" text NOT NULL,
	"previous" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "document" ADD COLUMN "owned_by" text;--> statement-breakpoint
ALTER TABLE "document" ADD COLUMN "owned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "document_owner" ADD CONSTRAINT "document_owner_number_document_number_fk" FOREIGN KEY ("number") REFERENCES "public"."document"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_owner_number" ON "document_owner" USING btree ("number");