#!/usr/bin/perl
# Runs $CHROMIUM with the given arguments, but does not let it watch the network interfaces of the machine (netlink sockets). Chromium cancels its
# requests with ERR_NETWORK_CHANGED whenever an interface appears or disappears, and each container of another test has one. It has no option
# against this. Perl is part of every Debian system. Elsewhere, Chromium runs without the filter.
use strict;
use Config;

my %calls = (x86_64 => { prctl => 157, socket => 41 }, aarch64 => { prctl => 167, socket => 198 });
my ($machine) = grep { $Config{archname} =~ /^$_/ } keys %calls;
filter(%{ $calls{$machine} }) if $machine && $^O eq 'linux';
exec $ENV{CHROMIUM}, @ARGV or die "$ENV{CHROMIUM}: $!";

# Sets a seccomp filter (man 2 seccomp): socket(AF_NETLINK, …, NETLINK_ROUTE) fails with EAFNOSUPPORT, all else is allowed.
sub filter {
  my (%number) = @_;
  my ($load, $if_equal, $return) = (0x20, 0x15, 0x06);
  my @steps = (
    [$load, 0, 0, 0],    # number of the system call
    [$if_equal, 0, 5, $number{socket}],
    [$load, 0, 0, 16],    # first argument
    [$if_equal, 0, 3, 16],    # AF_NETLINK
    [$load, 0, 0, 32],    # third argument
    [$if_equal, 0, 1, 0],    # NETLINK_ROUTE
    [$return, 0, 0, 0x00050000 | 97],    # EAFNOSUPPORT
    [$return, 0, 0, 0x7fff0000],    # allowed
  );
  my $code = join '', map { pack 'SCCL', @$_ } @steps;
  my $program = pack 'Sx6P', scalar @steps, $code;
  my ($no_new_privileges, $seccomp, $filter_mode) = (38, 22, 2);
  syscall($number{prctl}, $no_new_privileges, 1, 0, 0, 0);
  syscall($number{prctl}, $seccomp, $filter_mode, $program, 0, 0) == 0 or warn "Chromium watches the network: $!";
}
