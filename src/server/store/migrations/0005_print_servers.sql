CREATE TABLE "print_server" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "print_server_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"location" text NOT NULL,
	"host" text NOT NULL,
	"port" integer NOT NULL,
	"printer" text NOT NULL,
	"format" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "print_server_once" UNIQUE("location","host","port","printer"),
	CONSTRAINT "print_server_port" CHECK ("print_server"."port" between 1 and 65535),
	CONSTRAINT "print_server_format" CHECK ("print_server"."format" in ('PDF', 'ZPL'))
);
--> statement-breakpoint
ALTER TABLE "print_server" ADD CONSTRAINT "print_server_location_location_code_fk" FOREIGN KEY ("location") REFERENCES "public"."location"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "print_server_location" ON "print_server" USING btree ("location","printer");