ALTER TABLE "location" ADD COLUMN "zone_words" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "variety" ADD COLUMN "zone_pests" text DEFAULT '' NOT NULL;