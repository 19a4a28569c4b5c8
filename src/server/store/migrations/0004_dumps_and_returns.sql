CREATE TABLE "dump" (
	"number" integer PRIMARY KEY NOT NULL,
	"authorized_by" text NOT NULL,
	"authorized_date" date NOT NULL,
	"comments" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plant_return" (
	"number" integer PRIMARY KEY NOT NULL,
	"grower_id" text NOT NULL,
	"effect" text NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"returned_date" date,
	"returned_by" text DEFAULT '' NOT NULL,
	"comments" text DEFAULT '' NOT NULL,
	CONSTRAINT "plant_return_effect" CHECK ("plant_return"."effect" in ('GROWERSTORAGE', 'DUMP'))
);
--> statement-breakpoint
ALTER TABLE "document_line" DROP CONSTRAINT "document_line_barcode_once";--> statement-breakpoint
ALTER TABLE "dump" ADD CONSTRAINT "dump_number_document_number_fk" FOREIGN KEY ("number") REFERENCES "public"."document"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plant_return" ADD CONSTRAINT "plant_return_number_document_number_fk" FOREIGN KEY ("number") REFERENCES "public"."document"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plant_return" ADD CONSTRAINT "plant_return_grower_id_grower_id_fk" FOREIGN KEY ("grower_id") REFERENCES "public"."grower"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plant_return_grower" ON "plant_return" USING btree ("grower_id","number");--> statement-breakpoint
ALTER TABLE "document_line" ADD CONSTRAINT "document_line_source_once" UNIQUE("number","barcode","source_kind","source_owner","source_place");