CREATE SEQUENCE "public"."count_number" INCREMENT BY 1 MINVALUE 1 MAXVALUE 69999999 START WITH 60000001 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."dump_number" INCREMENT BY 1 MINVALUE 1 MAXVALUE 39999999 START WITH 30000001 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."issuance_number" INCREMENT BY 1 MINVALUE 1 MAXVALUE 19999999 START WITH 10000001 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."request_number" INCREMENT BY 1 MINVALUE 1 MAXVALUE 59999999 START WITH 50000001 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."return_number" INCREMENT BY 1 MINVALUE 1 MAXVALUE 49999999 START WITH 40000001 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."transfer_number" INCREMENT BY 1 MINVALUE 1 MAXVALUE 29999999 START WITH 20000001 CACHE 1;--> statement-breakpoint
CREATE TABLE "change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by" text NOT NULL,
	"kind" text NOT NULL,
	"storage_type" text NOT NULL,
	"number" text NOT NULL,
	"season_id" text,
	"locations" text[] NOT NULL,
	"step" text NOT NULL,
	"key" text DEFAULT coalesce(current_setting('trimline.key', true), '') NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_profile" (
	"name" text PRIMARY KEY NOT NULL,
	"profile" jsonb NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "adjustment_request" (
	"number" integer PRIMARY KEY NOT NULL,
	"of_number" integer NOT NULL,
	CONSTRAINT "adjustment_request_once_a_document" UNIQUE("of_number")
);
--> statement-breakpoint
CREATE TABLE "count" (
	"number" integer PRIMARY KEY NOT NULL,
	"scope" text DEFAULT '' NOT NULL,
	"shelf" text DEFAULT '' NOT NULL,
	"blind" text DEFAULT '' NOT NULL,
	"reason_code" text DEFAULT '' NOT NULL,
	"reference_nbr" text DEFAULT '' NOT NULL,
	"comments" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document" (
	"number" integer PRIMARY KEY NOT NULL,
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
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
	"owned_by" text,
	"owned_at" timestamp with time zone,
	CONSTRAINT "document_kind" CHECK ("document"."kind" in ('issuance', 'transfer', 'dump', 'return', 'request', 'count')),
	CONSTRAINT "document_status" CHECK ("document"."status" in ('OPEN', 'RESERVED', 'PICKED', 'SHIPPED', 'RECEIVED', 'CANCELLED', 'DUMPED', 'POSTED', 'CLOSED', 'ACCEPT', 'REJECT', 'COUNTED', 'RECOUNT', 'RECOUNTED', 'REQUESTED')),
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
	"counted_by" text,
	"counted_after" bigint,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claimed_at" timestamp with time zone,
	CONSTRAINT "document_line_source_once" UNIQUE("number","barcode","source_kind","source_owner","source_place"),
	CONSTRAINT "document_line_status" CHECK ("document_line"."status" in ('OPEN', 'RESERVED', 'PICKED', 'SHIPPED', 'RECEIVED', 'CANCELLED', 'DUMPED', 'POSTED', 'CLOSED', 'ACCEPT', 'REJECT', 'COUNTED', 'RECOUNT', 'RECOUNTED', 'REQUESTED')),
	CONSTRAINT "document_line_ordered" CHECK ("document_line"."ordered" >= 0),
	CONSTRAINT "document_line_picked" CHECK ("document_line"."picked" >= 0),
	CONSTRAINT "document_line_received" CHECK ("document_line"."received" >= 0),
	CONSTRAINT "document_line_holds" CHECK ("document_line"."held" >= 0),
	CONSTRAINT "document_line_ended" CHECK ("document_line"."held" = 0 or "document_line"."status" not in ('SHIPPED', 'RECEIVED', 'CANCELLED', 'DUMPED', 'POSTED'))
);
--> statement-breakpoint
CREATE TABLE "document_owner" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "document_owner_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"number" integer NOT NULL,
	"owner" text NOT NULL,
	"previous" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dump" (
	"number" integer PRIMARY KEY NOT NULL,
	"authorized_by" text DEFAULT '' NOT NULL,
	"authorized_date" date NOT NULL,
	"comments" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "issuance" (
	"number" integer PRIMARY KEY NOT NULL,
	"issue_to_type" text DEFAULT '' NOT NULL,
	"reference_nbr" text DEFAULT '' NOT NULL,
	"issue_to_nbr" text DEFAULT '' NOT NULL,
	"issue_date" date,
	"comments" text DEFAULT '' NOT NULL,
	CONSTRAINT "issuance_issue_to_type" CHECK ("issuance"."issue_to_type" in ('Grower', 'Nursery'))
);
--> statement-breakpoint
CREATE TABLE "plant_return" (
	"number" integer PRIMARY KEY NOT NULL,
	"returned_from_nbr" text DEFAULT '' NOT NULL,
	"inventory_effect" text DEFAULT '' NOT NULL,
	"ref_nbr" text DEFAULT '' NOT NULL,
	"returned_date" date,
	"returned_by" text DEFAULT '' NOT NULL,
	"comments" text DEFAULT '' NOT NULL,
	CONSTRAINT "plant_return_effect" CHECK ("plant_return"."inventory_effect" in ('GROWERSTORAGE', 'DUMP'))
);
--> statement-breakpoint
CREATE TABLE "transfer" (
	"number" integer PRIMARY KEY NOT NULL,
	"reference_nbr" text DEFAULT '' NOT NULL,
	"carrier_name" text DEFAULT '' NOT NULL,
	"truck_id" text DEFAULT '' NOT NULL,
	"destination_location_id" text DEFAULT '' NOT NULL,
	"expected_ship_date" date NOT NULL,
	"expected_arrival_date" date NOT NULL,
	"ship_plant_temperature" text DEFAULT '' NOT NULL,
	"receipt_plant_temperature" text DEFAULT '' NOT NULL,
	CONSTRAINT "transfer_ships_before_it_arrives" CHECK ("transfer"."expected_ship_date" <= "transfer"."expected_arrival_date")
);
--> statement-breakpoint
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
CREATE TABLE "ledger_mark" (
	"position" bigint PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"run" text NOT NULL,
	"change" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
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
	"position" integer DEFAULT 0 NOT NULL,
	"hash" "bytea" DEFAULT ''::bytea NOT NULL,
	CONSTRAINT "movement_from_kind" CHECK ("movement"."from_kind" in ('stock', 'grower-storage', 'transit', 'issued', 'dumped', 'opening', 'adjusted')),
	CONSTRAINT "movement_to_kind" CHECK ("movement"."to_kind" in ('stock', 'grower-storage', 'transit', 'issued', 'dumped', 'opening', 'adjusted')),
	CONSTRAINT "movement_document_kind" CHECK ("movement"."document_kind" in ('issuance', 'transfer', 'dump', 'return', 'request', 'count')),
	CONSTRAINT "movement_some_plants" CHECK ("movement"."qty" > 0),
	CONSTRAINT "movement_goes_somewhere" CHECK (("movement"."from_kind", "movement"."from_owner", "movement"."from_place") <> ("movement"."to_kind", "movement"."to_owner", "movement"."to_place")),
	CONSTRAINT "movement_by_someone" CHECK ("movement"."by" <> ''),
	CONSTRAINT "movement_has_a_cause" CHECK ("movement"."reason" <> '' or ("movement"."document_kind" is not null and "movement"."document_number" is not null and "movement"."line_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "movement_chain" (
	"barcode" text PRIMARY KEY NOT NULL,
	"movements" integer NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "record_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "record_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"version" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by" text NOT NULL,
	"action" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	CONSTRAINT "record_change_version_once" UNIQUE("kind","key","version"),
	CONSTRAINT "record_change_kind" CHECK ("record_change"."kind" in ('people', 'growers', 'nurseries', 'varieties', 'trimTypes', 'seasons', 'locations', 'reasonCodes')),
	CONSTRAINT "record_change_action" CHECK ("record_change"."action" in ('CREATE', 'EDIT', 'DEACTIVATE', 'ACTIVATE')),
	CONSTRAINT "record_change_counts" CHECK ("record_change"."version" > 0),
	CONSTRAINT "record_change_by_someone" CHECK ("record_change"."by" <> '')
);
--> statement-breakpoint
CREATE TABLE "stock_import" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_import_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by" text NOT NULL,
	"file_name" text NOT NULL,
	"rows" integer NOT NULL,
	"opened" integer NOT NULL,
	"adjusted" integer NOT NULL,
	"unchanged" integer NOT NULL,
	"refused" integer NOT NULL,
	CONSTRAINT "stock_import_by_someone" CHECK ("stock_import"."by" <> ''),
	CONSTRAINT "stock_import_adds_up" CHECK ("stock_import"."rows" = "stock_import"."opened" + "stock_import"."adjusted" + "stock_import"."unchanged" + "stock_import"."refused")
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
	CONSTRAINT "person_key_known" CHECK ("person_key"."security_key" in ('ADJUSTINVENTORYKEY', 'TRANSFERLOGADMINKEY', 'ISSUANCEADMINKEY', 'GROWERISSUANCEADMINKEY', 'NURSERYISSUANCEADMINKEY', 'RETURNADMINKEY', 'GROWERRETURNADMINKEY', 'NURSERYRETURNADMINKEY', 'DUMPHOMEKEY', 'DUMPKEY', 'DUMPCREATEKEY', 'GROWERSTORAGEHOMEKEY', 'GROWERSTORAGEADJUSTINVENTORYKEY', 'GROWERSTORAGEISSUANCEKEY', 'GROWERSTORAGEDUMPKEY', 'GROWERSTORAGEDUMPLISTKEY', 'COUNTADMINKEY'))
);
--> statement-breakpoint
CREATE TABLE "person_location" (
	"username" text NOT NULL,
	"location" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "person_location_username_location_pk" PRIMARY KEY("username","location")
);
--> statement-breakpoint
CREATE TABLE "print_proposal" (
	"location" text NOT NULL,
	"work" text NOT NULL,
	"print_server" integer,
	"template" text DEFAULT '' NOT NULL,
	"on_ship" boolean DEFAULT false NOT NULL,
	"on_receive" boolean DEFAULT false NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "print_proposal_location_work_pk" PRIMARY KEY("location","work")
);
--> statement-breakpoint
CREATE TABLE "print_server" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "print_server_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"location" text NOT NULL,
	"host" text NOT NULL,
	"port" integer NOT NULL,
	"printer" text NOT NULL,
	"format" text NOT NULL,
	"dpi" integer,
	"rotation" integer DEFAULT 0 NOT NULL,
	"stock" text DEFAULT '' NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "print_server_once" UNIQUE("location","host","port","printer"),
	CONSTRAINT "print_server_port" CHECK ("print_server"."port" between 1 and 65535),
	CONSTRAINT "print_server_format" CHECK ("print_server"."format" in ('PDF', 'ZPL')),
	CONSTRAINT "print_server_dpi" CHECK ("print_server"."dpi" in (203, 300, 600)),
	CONSTRAINT "print_server_rotation" CHECK ("print_server"."rotation" in (0, 90, 180, 270))
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
	"operator_number" text DEFAULT '' NOT NULL,
	"passport_words" text DEFAULT '' NOT NULL,
	"zone_words" text DEFAULT '' NOT NULL,
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
	"botanical_name" text DEFAULT '' NOT NULL,
	"zone_pests" text DEFAULT '' NOT NULL,
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
	"stocked" smallint GENERATED ALWAYS AS (case when kind not in ('stock', 'grower-storage') or qty <= 0 then 0 when qty > reserved then 2 else 1 end) STORED NOT NULL,
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
	"origin" text DEFAULT '' NOT NULL,
	CONSTRAINT "barcode_ten_characters" CHECK ("barcode"."barcode" ~ '^[A-Za-z0-9]{10}$'),
	CONSTRAINT "barcode_commodity" CHECK ("barcode"."commodity" in ('BLACK', 'BLUE', 'RASP', 'STRAW')),
	CONSTRAINT "barcode_stock_type" CHECK ("barcode"."stock_type" in ('COMMERCIAL', 'FOUNDATION', 'RESERVED', 'APPLIEDRESEARCH', 'NURSERYTRIALS', 'BREEDING', 'ONFARMTRIALS'))
);
--> statement-breakpoint
ALTER TABLE "adjustment_request" ADD CONSTRAINT "adjustment_request_number_document_number_fk" FOREIGN KEY ("number") REFERENCES "public"."document"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustment_request" ADD CONSTRAINT "adjustment_request_of_number_document_number_fk" FOREIGN KEY ("of_number") REFERENCES "public"."document"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "count" ADD CONSTRAINT "count_number_document_number_fk" FOREIGN KEY ("number") REFERENCES "public"."document"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document" ADD CONSTRAINT "document_location_location_code_fk" FOREIGN KEY ("location") REFERENCES "public"."location"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document" ADD CONSTRAINT "document_season_id_trim_season_id_fk" FOREIGN KEY ("season_id") REFERENCES "public"."trim_season"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_line" ADD CONSTRAINT "document_line_number_document_number_fk" FOREIGN KEY ("number") REFERENCES "public"."document"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_line" ADD CONSTRAINT "document_line_barcode_barcode_barcode_fk" FOREIGN KEY ("barcode") REFERENCES "public"."barcode"("barcode") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_owner" ADD CONSTRAINT "document_owner_number_document_number_fk" FOREIGN KEY ("number") REFERENCES "public"."document"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dump" ADD CONSTRAINT "dump_number_document_number_fk" FOREIGN KEY ("number") REFERENCES "public"."document"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issuance" ADD CONSTRAINT "issuance_number_document_number_fk" FOREIGN KEY ("number") REFERENCES "public"."document"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plant_return" ADD CONSTRAINT "plant_return_number_document_number_fk" FOREIGN KEY ("number") REFERENCES "public"."document"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plant_return" ADD CONSTRAINT "plant_return_returned_from_nbr_grower_id_fk" FOREIGN KEY ("returned_from_nbr") REFERENCES "public"."grower"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_number_document_number_fk" FOREIGN KEY ("number") REFERENCES "public"."document"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_destination_location_id_location_code_fk" FOREIGN KEY ("destination_location_id") REFERENCES "public"."location"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "label_template_use" ADD CONSTRAINT "label_template_use_location_location_code_fk" FOREIGN KEY ("location") REFERENCES "public"."location"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movement" ADD CONSTRAINT "movement_barcode_barcode_barcode_fk" FOREIGN KEY ("barcode") REFERENCES "public"."barcode"("barcode") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movement" ADD CONSTRAINT "movement_document_number_document_number_fk" FOREIGN KEY ("document_number") REFERENCES "public"."document"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movement" ADD CONSTRAINT "movement_line_id_document_line_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."document_line"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_key" ADD CONSTRAINT "person_key_username_person_username_fk" FOREIGN KEY ("username") REFERENCES "public"."person"("username") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_location" ADD CONSTRAINT "person_location_username_person_username_fk" FOREIGN KEY ("username") REFERENCES "public"."person"("username") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_location" ADD CONSTRAINT "person_location_location_location_code_fk" FOREIGN KEY ("location") REFERENCES "public"."location"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_proposal" ADD CONSTRAINT "print_proposal_location_location_code_fk" FOREIGN KEY ("location") REFERENCES "public"."location"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_proposal" ADD CONSTRAINT "print_proposal_print_server_print_server_id_fk" FOREIGN KEY ("print_server") REFERENCES "public"."print_server"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_server" ADD CONSTRAINT "print_server_location_location_code_fk" FOREIGN KEY ("location") REFERENCES "public"."location"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balance" ADD CONSTRAINT "balance_barcode_barcode_barcode_fk" FOREIGN KEY ("barcode") REFERENCES "public"."barcode"("barcode") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "barcode" ADD CONSTRAINT "barcode_season_id_trim_season_id_fk" FOREIGN KEY ("season_id") REFERENCES "public"."trim_season"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "barcode" ADD CONSTRAINT "barcode_variety_code_variety_code_fk" FOREIGN KEY ("variety_code") REFERENCES "public"."variety"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "barcode" ADD CONSTRAINT "barcode_trim_type_trim_type_name_fk" FOREIGN KEY ("trim_type") REFERENCES "public"."trim_type"("name") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "change_xid" ON "change" USING btree ("xid");--> statement-breakpoint
CREATE INDEX "change_at" ON "change" USING btree ("at");--> statement-breakpoint
CREATE INDEX "document_list" ON "document" USING btree ("kind","location","season_id","storage_type","status","number");--> statement-breakpoint
CREATE INDEX "document_list_all" ON "document" USING btree ("kind","location","season_id","storage_type","number");--> statement-breakpoint
CREATE INDEX "document_line_of_barcode" ON "document_line" USING btree ("barcode");--> statement-breakpoint
CREATE INDEX "document_owner_number" ON "document_owner" USING btree ("number");--> statement-breakpoint
CREATE INDEX "issuance_destination" ON "issuance" USING btree ("issue_to_type","issue_to_nbr","number");--> statement-breakpoint
CREATE INDEX "transfer_destination" ON "transfer" USING btree ("destination_location_id","number");--> statement-breakpoint
CREATE INDEX "idempotency_key_created" ON "idempotency_key" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "identity_state_grant" ON "identity_state" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "identity_state_uid" ON "identity_state" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "identity_state_expiry" ON "identity_state" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "movement_barcode" ON "movement" USING btree ("barcode","id");--> statement-breakpoint
CREATE INDEX "movement_document" ON "movement" USING btree ("document_number");--> statement-breakpoint
CREATE INDEX "movement_line" ON "movement" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "movement_time" ON "movement" USING brin ("at");--> statement-breakpoint
CREATE INDEX "movement_returned" ON "movement" USING btree ("barcode","from_owner","from_place") WHERE from_kind = 'issued';--> statement-breakpoint
CREATE INDEX "print_proposal_printer" ON "print_proposal" USING btree ("print_server");--> statement-breakpoint
CREATE INDEX "balance_search" ON "balance" USING btree ("kind","owner","stocked","barcode","place") WHERE stocked > 0;--> statement-breakpoint
CREATE INDEX "balance_search_place" ON "balance" USING btree ("kind","owner","place","stocked","barcode") WHERE stocked > 0;--> statement-breakpoint
CREATE INDEX "balance_known_place" ON "balance" USING btree ("owner","place") WHERE kind = 'stock';--> statement-breakpoint
CREATE INDEX "barcode_of_variety" ON "barcode" USING btree ("commodity","variety_code","barcode");--> statement-breakpoint
-- From here on by hand: drizzle-kit generates neither functions nor triggers nor storage parameters.
-- Movements are append-only: another movement corrects a mistake.
CREATE FUNCTION "movement_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'movements are append-only' USING ERRCODE = 'restrict_violation';
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "movement_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "movement"
  FOR EACH STATEMENT EXECUTE FUNCTION "movement_is_append_only"();
--> statement-breakpoint
-- The audit of changed records, imports and owners is append-only too.
CREATE FUNCTION "record_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "record_change_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "record_change"
  FOR EACH STATEMENT EXECUTE FUNCTION "record_is_append_only"();
--> statement-breakpoint
CREATE TRIGGER "stock_import_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "stock_import"
  FOR EACH STATEMENT EXECUTE FUNCTION "record_is_append_only"();
--> statement-breakpoint
CREATE TRIGGER "document_owner_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "document_owner"
  FOR EACH STATEMENT EXECUTE FUNCTION "record_is_append_only"();
--> statement-breakpoint
-- Hash chains (docs/stock-ledger.md): a movement stores the hash of its fields and of the previous movement's hash, per barcode.
-- src/server/store/verify-chains.ts computes the same hashes without these functions.
CREATE FUNCTION "movement_part"("part" text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(length(part)::text || ':' || part, '-')
$$;
--> statement-breakpoint
CREATE FUNCTION "movement_hash"("of" "movement", "place" integer, "previous" bytea) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(previous || convert_to(
    movement_part(place::text) || movement_part(("of").id::text)
    || movement_part(to_char(("of").at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'))
    || movement_part(("of").by) || movement_part(("of").barcode)
    || movement_part(("of").from_kind) || movement_part(("of").from_owner) || movement_part(("of").from_place)
    || movement_part(("of").to_kind) || movement_part(("of").to_owner) || movement_part(("of").to_place)
    || movement_part(("of").qty::text) || movement_part(("of").reason)
    || movement_part(("of").document_kind) || movement_part(("of").document_number::text) || movement_part(("of").line_id::text)
    || movement_part(to_char(("of").claimed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')), 'UTF8'))
$$;
--> statement-breakpoint
-- The upsert locks the end of the barcode's chain until commit: movements of one barcode are chained one after the other.
CREATE FUNCTION "movement_joins_its_chain"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO movement_chain AS chain (barcode, movements, hash)
    VALUES (NEW.barcode, 1, movement_hash(NEW, 1, ''::bytea))
    ON CONFLICT (barcode) DO UPDATE
      SET movements = chain.movements + 1, hash = movement_hash(NEW, chain.movements + 1, chain.hash)
    RETURNING chain.movements, chain.hash INTO NEW.position, NEW.hash;
  RETURN NEW;
END;
$$;
--> statement-breakpoint
-- A movement that has its position already is left alone: bulk inserts compute the chain in one statement.
CREATE TRIGGER "movement_chained" BEFORE INSERT ON "movement"
  FOR EACH ROW WHEN (NEW.position = 0) EXECUTE FUNCTION "movement_joins_its_chain"();
--> statement-breakpoint
-- Free space on each page for the next version of a row that changes often.
ALTER TABLE "document_line" SET (fillfactor = 85);--> statement-breakpoint
ALTER TABLE "document" SET (fillfactor = 85);--> statement-breakpoint
ALTER TABLE "balance" SET (fillfactor = 85);
