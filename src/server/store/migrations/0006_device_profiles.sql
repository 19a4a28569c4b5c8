CREATE TABLE "device_profile" (
	"name" text PRIMARY KEY NOT NULL,
	"profile" jsonb NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
