ALTER TABLE "location" ADD COLUMN "operator_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "location" ADD COLUMN "passport_words" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "variety" ADD COLUMN "botanical_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "barcode" ADD COLUMN "origin" text DEFAULT '' NOT NULL;