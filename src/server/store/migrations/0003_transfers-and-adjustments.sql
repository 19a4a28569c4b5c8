CREATE TABLE "adjustment_request" (
	"number" integer PRIMARY KEY NOT NULL,
	"transfer_number" integer NOT NULL,
	CONSTRAINT "adjustment_request_once_a_transfer" UNIQUE("transfer_number")
);
--> statement-breakpoint
CREATE TABLE "transfer" (
	"number" integer PRIMARY KEY NOT NULL,
	"destination" text NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"carrier_name" text DEFAULT '' NOT NULL,
	"truck_id" text DEFAULT '' NOT NULL,
	"ship_date" date NOT NULL,
	"arrival_date" date NOT NULL,
	"ship_temperature" text DEFAULT '' NOT NULL,
	"receipt_temperature" text DEFAULT '' NOT NULL,
	CONSTRAINT "transfer_ships_before_it_arrives" CHECK ("transfer"."ship_date" <= "transfer"."arrival_date")
);
--> statement-breakpoint
ALTER TABLE "adjustment_request" ADD CONSTRAINT "adjustment_request_number_document_number_fk" FOREIGN KEY ("number") REFERENCES "public"."document"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustment_request" ADD CONSTRAINT "adjustment_request_transfer_number_transfer_number_fk" FOREIGN KEY ("transfer_number") REFERENCES "public"."transfer"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_number_document_number_fk" FOREIGN KEY ("number") REFERENCES "public"."document"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_destination_location_code_fk" FOREIGN KEY ("destination") REFERENCES "public"."location"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transfer_destination" ON "transfer" USING btree ("destination","number" DESC NULLS LAST);