CREATE TABLE "label_template" (
	"id" text PRIMARY KEY NOT NULL,
	"template" jsonb NOT NULL,
	"version" integer NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "label_template_use" (
	"location" text PRIMARY KEY NOT NULL,
	"template" text NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "label_template_use" ADD CONSTRAINT "label_template_use_location_location_code_fk" FOREIGN KEY ("location") REFERENCES "public"."location"("code") ON DELETE no action ON UPDATE no action;