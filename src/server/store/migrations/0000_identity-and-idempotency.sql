CREATE TABLE "idempotency_key" (
	"username" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"status" integer NOT NULL,
	"content_type" text NOT NULL,
	"answer" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_key_username_key_pk" PRIMARY KEY("username","key")
);
--> statement-breakpoint
CREATE TABLE "identity_secret" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_state" (
	"model" text NOT NULL,
	"id" text NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" text,
	"uid" text,
	"user_code" text,
	"expires_at" timestamp with time zone,
	CONSTRAINT "identity_state_model_id_pk" PRIMARY KEY("model","id")
);
--> statement-breakpoint
CREATE INDEX "idempotency_key_created" ON "idempotency_key" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "identity_state_grant" ON "identity_state" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "identity_state_uid" ON "identity_state" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "identity_state_expiry" ON "identity_state" USING btree ("expires_at");