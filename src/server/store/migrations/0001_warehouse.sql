CREATE SEQUENCE "public"."dump_number" INCREMENT BY 1 MINVALUE 1 MAXVALUE 39999999 START WITH 30000001 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."issuance_number" INCREMENT BY 1 MINVALUE 1 MAXVALUE 19999999 START WITH 10000001 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."request_number" INCREMENT BY 1 MINVALUE 1 MAXVALUE 59999999 START WITH 50000001 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."return_number" INCREMENT BY 1 MINVALUE 1 MAXVALUE 49999999 START WITH 40000001 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."transfer_number" INCREMENT BY 1 MINVALUE 1 MAXVALUE 29999999 START WITH 20000001 CACHE 1;--> statement-breakpoint
CREATE TABLE "document" (
	"number" integer PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"storage_type" text NOT NULL,
	"status" text NOT NULL,
	"location" text NOT NULL,
	"season_id" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claimed_at" timestamp with time zone,
	CONSTRAINT "document_kind" CHECK ("document"."kind" in ('issuance', 'transfer', 'dump', 'return', 'request')),
	CONSTRAINT "document_status" CHECK ("document"."status" in ('OPEN', 'RESERVED', 'PICKED', 'SHIPPED', 'RECEIVED', 'CANCELLED', 'DUMPED', 'POSTED', 'CLOSED', 'ACCEPT', 'REJECT')),
	CONSTRAINT "document_storage_type" CHECK ("document"."storage_type" in ('INVENTORY', 'GROWERSTORAGE')),
	CONSTRAINT "document_number_digits" CHECK ("document"."number" between 1 and 99999999)
);
--> statement-breakpoint
CREATE TABLE "document_line" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "document_line_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"number" integer NOT NULL,
	"barcode" text NOT NULL,
	"status" text NOT NULL,
	"ordered" integer NOT NULL,
	"picked" integer,
	"received" integer,
	"held" integer DEFAULT 0 NOT NULL,
	"source_kind" text NOT NULL,
	"source_owner" text NOT NULL,
	"source_place" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"is_replant" boolean DEFAULT false NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_line_barcode_once" UNIQUE("number","barcode"),
	CONSTRAINT "document_line_status" CHECK ("document_line"."status" in ('OPEN', 'RESERVED', 'PICKED', 'SHIPPED', 'RECEIVED', 'CANCELLED', 'DUMPED', 'POSTED', 'CLOSED', 'ACCEPT', 'REJECT')),
	CONSTRAINT "document_line_ordered" CHECK ("document_line"."ordered" >= 0),
	CONSTRAINT "document_line_picked" CHECK ("document_line"."picked" >= 0),
	CONSTRAINT "document_line_received" CHECK ("document_line"."received" >= 0),
	CONSTRAINT "document_line_holds" CHECK ("document_line"."held" >= 0),
	CONSTRAINT "document_line_ended" CHECK ("document_line"."held" = 0 or "document_line"."status" not in ('SHIPPED', 'RECEIVED', 'CANCELLED', 'DUMPED', 'POSTED'))
);
--> statement-breakpoint
CREATE TABLE "issuance" (
	"number" integer PRIMARY KEY NOT NULL,
	"issue_to_type" text NOT NULL,
	"issue_to_number" text NOT NULL,
	"issue_date" date,
	"reference" text DEFAULT '' NOT NULL,
	"comments" text DEFAULT '' NOT NULL,
	CONSTRAINT "issuance_issue_to_type" CHECK ("issuance"."issue_to_type" in ('Grower', 'Nursery'))
);
--> statement-breakpoint
CREATE TABLE "movement" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "movement_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by" text NOT NULL,
	"barcode" text NOT NULL,
	"from_kind" text NOT NULL,
	"from_owner" text NOT NULL,
	"from_place" text NOT NULL,
	"to_kind" text NOT NULL,
	"to_owner" text NOT NULL,
	"to_place" text NOT NULL,
	"qty" integer NOT NULL,
	"document_kind" text,
	"document_number" integer,
	"line_id" bigint,
	"reason" text DEFAULT '' NOT NULL,
	"claimed_at" timestamp with time zone,
	CONSTRAINT "movement_from_kind" CHECK ("movement"."from_kind" in ('stock', 'grower-storage', 'transit', 'issued', 'dumped', 'opening', 'adjusted')),
	CONSTRAINT "movement_to_kind" CHECK ("movement"."to_kind" in ('stock', 'grower-storage', 'transit', 'issued', 'dumped', 'opening', 'adjusted')),
	CONSTRAINT "movement_document_kind" CHECK ("movement"."document_kind" in ('issuance', 'transfer', 'dump', 'return', 'request')),
	CONSTRAINT "movement_some_plants" CHECK ("movement"."qty" > 0),
	CONSTRAINT "movement_goes_somewhere" CHECK (("movement"."from_kind", "movement"."from_owner", "movement"."from_place") <> ("movement"."to_kind", "movement"."to_owner", "movement"."to_place")),
	CONSTRAINT "movement_by_someone" CHECK ("movement"."by" <> ''),
	CONSTRAINT "movement_has_a_cause" CHECK ("movement"."reason" <> '' or ("movement"."document_kind" is not null and "movement"."document_number" is not null and "movement"."line_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "person" (
	"username" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"role" text DEFAULT '' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "person_username_folded" CHECK ("person"."username" = lower("person"."username"))
);
--> statement-breakpoint
CREATE TABLE "person_key" (
	"username" text NOT NULL,
	"security_key" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "person_key_username_security_key_pk" PRIMARY KEY("username","security_key"),
	CONSTRAINT "person_key_known" CHECK ("person_key"."security_key" in ('ADJUSTINVENTORYKEY', 'TRANSFERLOGADMINKEY', 'ISSUANCEADMINKEY', 'GROWERISSUANCEADMINKEY', 'NURSERYISSUANCEADMINKEY', 'RETURNADMINKEY', 'GROWERRETURNADMINKEY', 'NURSERYRETURNADMINKEY', 'DUMPHOMEKEY', 'DUMPKEY', 'DUMPCREATEKEY', 'GROWERSTORAGEHOMEKEY', 'GROWERSTORAGEADJUSTINVENTORYKEY', 'GROWERSTORAGEISSUANCEKEY', 'GROWERSTORAGEDUMPKEY', 'GROWERSTORAGEDUMPLISTKEY'))
);
--> statement-breakpoint
CREATE TABLE "person_location" (
	"username" text NOT NULL,
	"location" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "person_location_username_location_pk" PRIMARY KEY("username","location")
);
--> statement-breakpoint
CREATE TABLE "grower" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"commodity" text NOT NULL,
	"pick_up_location" text DEFAULT '' NOT NULL,
	"growing_area" text DEFAULT '' NOT NULL,
	"growing_district" text DEFAULT '' NOT NULL,
	"vendor_invoice_account" text DEFAULT '' NOT NULL,
	"field_type" text DEFAULT '' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "grower_commodity_known" CHECK ("grower"."commodity" in ('BLACK', 'BLUE', 'RASP', 'STRAW'))
);
--> statement-breakpoint
CREATE TABLE "location" (
	"code" text PRIMARY KEY NOT NULL,
	"description" text NOT NULL,
	"time_zone" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "nursery" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reason_code" (
	"id" integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "reason_code_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"code" text NOT NULL,
	"description" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "reason_code_once" UNIQUE("type","code"),
	CONSTRAINT "reason_code_type" CHECK ("reason_code"."type" in ('DUMP', 'INVENTORY')),
	CONSTRAINT "reason_code_filled" CHECK ("reason_code"."code" <> '')
);
--> statement-breakpoint
CREATE TABLE "trim_season" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"commodity" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "trim_season_commodity" CHECK ("trim_season"."commodity" in ('BLACK', 'BLUE', 'RASP', 'STRAW'))
);
--> statement-breakpoint
CREATE TABLE "trim_type" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "trim_type_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "variety" (
	"code" text PRIMARY KEY NOT NULL,
	"id" integer NOT NULL,
	"description" text NOT NULL,
	"commodity" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "variety_id_unique" UNIQUE("id"),
	CONSTRAINT "variety_commodity_known" CHECK ("variety"."commodity" in ('BLACK', 'BLUE', 'RASP', 'STRAW'))
);
--> statement-breakpoint
CREATE TABLE "balance" (
	"barcode" text NOT NULL,
	"kind" text NOT NULL,
	"owner" text NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"qty" bigint DEFAULT 0 NOT NULL,
	"reserved" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "balance_barcode_kind_owner_place_pk" PRIMARY KEY("barcode","kind","owner","place"),
	CONSTRAINT "balance_kind" CHECK ("balance"."kind" in ('stock', 'grower-storage', 'transit', 'issued', 'dumped', 'opening', 'adjusted')),
	CONSTRAINT "balance_not_below_zero" CHECK ("balance"."qty" >= 0 or "balance"."kind" in ('opening', 'adjusted')),
	CONSTRAINT "balance_reserved_within_quantity" CHECK ("balance"."reserved" >= 0 and "balance"."reserved" <= greatest("balance"."qty", 0))
);
--> statement-breakpoint
CREATE TABLE "barcode" (
	"barcode" text PRIMARY KEY NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "barcode_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"commodity" text NOT NULL,
	"season_id" text,
	"variety_code" text NOT NULL,
	"plant_code" text DEFAULT '' NOT NULL,
	"trim_type" text NOT NULL,
	"stock_type" text NOT NULL,
	"grade" text DEFAULT '' NOT NULL,
	"uom" text DEFAULT 'EA' NOT NULL,
	"rate" text DEFAULT '' NOT NULL,
	"code_id" text DEFAULT '' NOT NULL,
	"inventory_type" text DEFAULT 'TRIM' NOT NULL,
	"attributes" text DEFAULT '' NOT NULL,
	"attributes_id" text DEFAULT '' NOT NULL,
	CONSTRAINT "barcode_id_unique" UNIQUE("id"),
	CONSTRAINT "barcode_ten_characters" CHECK ("barcode"."barcode" ~ '^[A-Za-z0-9]{10}$'),
	CONSTRAINT "barcode_commodity" CHECK ("barcode"."commodity" in ('BLACK', 'BLUE', 'RASP', 'STRAW')),
	CONSTRAINT "barcode_stock_type" CHECK ("barcode"."stock_type" in ('COMMERCIAL', 'FOUNDATION', 'RESERVED', 'APPLIEDRESEARCH', 'NURSERYTRIALS', 'BREEDING', 'ONFARMTRIALS'))
);
--> statement-breakpoint
ALTER TABLE "document" ADD CONSTRAINT "document_location_location_code_fk" FOREIGN KEY ("location") REFERENCES "public"."location"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document" ADD CONSTRAINT "document_season_id_trim_season_id_fk" FOREIGN KEY ("season_id") REFERENCES "public"."trim_season"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_line" ADD CONSTRAINT "document_line_number_document_number_fk" FOREIGN KEY ("number") REFERENCES "public"."document"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_line" ADD CONSTRAINT "document_line_barcode_barcode_barcode_fk" FOREIGN KEY ("barcode") REFERENCES "public"."barcode"("barcode") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issuance" ADD CONSTRAINT "issuance_number_document_number_fk" FOREIGN KEY ("number") REFERENCES "public"."document"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movement" ADD CONSTRAINT "movement_barcode_barcode_barcode_fk" FOREIGN KEY ("barcode") REFERENCES "public"."barcode"("barcode") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movement" ADD CONSTRAINT "movement_document_number_document_number_fk" FOREIGN KEY ("document_number") REFERENCES "public"."document"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movement" ADD CONSTRAINT "movement_line_id_document_line_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."document_line"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_key" ADD CONSTRAINT "person_key_username_person_username_fk" FOREIGN KEY ("username") REFERENCES "public"."person"("username") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_location" ADD CONSTRAINT "person_location_username_person_username_fk" FOREIGN KEY ("username") REFERENCES "public"."person"("username") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_location" ADD CONSTRAINT "person_location_location_location_code_fk" FOREIGN KEY ("location") REFERENCES "public"."location"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balance" ADD CONSTRAINT "balance_barcode_barcode_barcode_fk" FOREIGN KEY ("barcode") REFERENCES "public"."barcode"("barcode") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "barcode" ADD CONSTRAINT "barcode_season_id_trim_season_id_fk" FOREIGN KEY ("season_id") REFERENCES "public"."trim_season"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "barcode" ADD CONSTRAINT "barcode_variety_code_variety_code_fk" FOREIGN KEY ("variety_code") REFERENCES "public"."variety"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "barcode" ADD CONSTRAINT "barcode_trim_type_trim_type_name_fk" FOREIGN KEY ("trim_type") REFERENCES "public"."trim_type"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_list" ON "document" USING btree ("kind","location","season_id","storage_type","status","number" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "document_list_all" ON "document" USING btree ("kind","location","season_id","storage_type","number" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "document_line_barcode" ON "document_line" USING btree ("barcode","status");--> statement-breakpoint
CREATE INDEX "document_line_held" ON "document_line" USING btree ("barcode","source_kind","source_owner","source_place") WHERE held > 0;--> statement-breakpoint
CREATE INDEX "issuance_destination" ON "issuance" USING btree ("issue_to_type","issue_to_number","number");--> statement-breakpoint
CREATE INDEX "movement_barcode" ON "movement" USING btree ("barcode","id");--> statement-breakpoint
CREATE INDEX "movement_document" ON "movement" USING btree ("document_number");--> statement-breakpoint
CREATE INDEX "movement_line" ON "movement" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "grower_commodity" ON "grower" USING btree ("commodity","name");--> statement-breakpoint
CREATE INDEX "variety_commodity" ON "variety" USING btree ("commodity","description");--> statement-breakpoint
CREATE INDEX "balance_account" ON "balance" USING btree ("kind","owner","place","barcode");--> statement-breakpoint
CREATE INDEX "barcode_search" ON "barcode" USING btree ("commodity","variety_code","trim_type","stock_type");