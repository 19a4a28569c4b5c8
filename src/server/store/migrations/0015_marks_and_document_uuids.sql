CREATE TABLE "ledger_mark" (
	"position" bigint PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"run" text NOT NULL,
	"change" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "document" ADD COLUMN "uuid" uuid DEFAULT gen_random_uuid() NOT NULL;