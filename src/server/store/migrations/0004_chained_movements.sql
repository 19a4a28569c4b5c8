CREATE TABLE "movement_chain" (
	"barcode" text PRIMARY KEY NOT NULL,
	"movements" integer NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "movement" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "movement" ADD COLUMN "hash" "bytea" DEFAULT ''::bytea NOT NULL;